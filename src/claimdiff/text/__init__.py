"""Pure helpers for text in any language: folding, sentences, words, anchors. No stage of the product is known here."""
