"""Greetings, thanks and offers of help in other languages than English. What they say with a number is no courtesy."""

from __future__ import annotations

import re
from functools import cache

_CONTACT = r"(?:melde|wende|schreib|kontaktier|frag|sag|steh|helf|gern|jederzeit|contact|demand|pose[rz]|écri|dites|aide|avis|pregunt|escrib|contáct|digan?|pergunt|fale|avise|chied|contatt|scriv|vraag|laat|help)"
_COURTESIES = (
    # German
    r"(?:hallo|guten (?:tag|morgen|abend)|gerne|klar|natürlich|sicher|gute frage|danke(?: für .{1,60})?|vielen dank.{0,60}|kein problem)",
    r"hier (?:ist|sind|finden sie|findest du) (?:die |der |das |eine? |ihre |deine )?(?:\w+ )?(?:antwort|übersicht|schritte|anleitung|zusammenfassung|informationen)\b.{0,40}|ich hoffe,? (?:das|dies|es)\b.{0,60}",
    rf"(?:bei|falls sie|wenn sie|falls du|wenn du|für)\b.{{0,40}}\b(?:fragen|hilfe|unterstützung)\b.{{0,30}}\b{_CONTACT}\w*.{{0,60}}",
    r"(?:melde dich|melden sie sich|sagen sie (?:mir )?bescheid|sag (?:mir )?bescheid|lass(?:en sie)? (?:es )?mich wissen)\b.{0,100}",
    # French
    r"(?:bonjour|bonsoir|salut|bien sûr|certainement|avec plaisir|merci(?: (?:pour|de) .{1,60})?|bonne question|d'accord|pas de problème)",
    r"j'espère que\b.{0,80}|n'hésitez pas à (?:me |nous )?(?:contacter|demander|poser|solliciter|écrire|dire)\b.{0,80}",
    rf"si (?:vous avez|tu as)\b.{{0,30}}\bquestions?\b.{{0,30}}\b{_CONTACT}\w*.{{0,60}}|(?:dites|faites)-(?:le-)?moi\b.{{0,80}}",
    # Spanish, Portuguese, Italian, Dutch
    r"¡?(?:hola|buen(?:os|as) (?:días|tardes|noches)|claro(?: que sí)?|por supuesto|gracias(?: por .{1,60})?|buena pregunta|con gusto|de nada)",
    rf"espero que (?:esto|te|le)\b.{{0,60}}|no dud(?:es|e) en\b.{{0,80}}|si (?:tienes|tiene|necesitas|necesita)\b.{{0,30}}\b(?:preguntas?|dudas?|ayuda|más)\b.{{0,30}}\b{_CONTACT}\w*.{{0,60}}|avísame\b.{{0,60}}",
    rf"olá|oi|bom dia|boa (?:tarde|noite|pergunta)|com certeza|obrigad[oa](?: por .{{1,60}})?|espero que (?:isso|ajude)\b.{{0,60}}|se (?:você )?(?:tiver|precisar)\b.{{0,50}}\b{_CONTACT}\w*.{{0,60}}",
    rf"ciao|buongiorno|certo|certamente|grazie(?: per .{{1,60}})?|ottima domanda|spero che (?:questo|ti|sia)\b.{{0,60}}|se (?:hai|ha)\b.{{0,20}}\bdomande\b.{{0,30}}\b{_CONTACT}\w*.{{0,60}}|fammi sapere\b.{{0,60}}",
    rf"hoi|goedendag|natuurlijk|zeker|graag gedaan|dank(?: je| u)(?: wel)?|goede vraag|als (?:je|u)\b.{{0,20}}\bvragen\b.{{0,30}}\b{_CONTACT}\w*.{{0,60}}|laat (?:het )?me weten\b.{{0,60}}",
    # Japanese, Chinese
    r"こんにちは|もちろん(?:です)?|承知(?:いた)?しました|ありがとうございます|ご質問ありがとうございます|良い質問です(?:ね)?|お役に立て(?:れば|たら).{0,20}",
    r"(?:(?:他に|ほかに|何か|さらに|もし).{0,20})?(?:ご質問|ご不明(?:な点|点)|質問)(?:など)?(?:が|は)(?:あれば|ありましたら|ございましたら).{0,30}(?:知らせ|連絡|尋ね|聞き|声がけ|問い合わせ).{0,10}",
    r"你好|您好|当然(?:可以)?|好的|没问题|谢谢.{0,20}|感谢(?:您|你)的.{0,20}|好问题|希望(?:这|以上|能|对).{0,10}(?:帮助|有用).{0,4}",
    r"(?:如果|如)?(?:您|你)?(?:还|有|如有).{0,12}(?:问题|疑问|需要).{0,6}[，,]?.{0,4}(?:请|欢迎|随时)[^，]{0,20}",
)


@cache
def _courtesy() -> re.Pattern[str]:
    """Compiled when the first answer needs it."""
    return re.compile(rf"(?:(?:{'|'.join(_COURTESIES)})[\s.!,;:…。！，-]*)+", re.IGNORECASE)


def is_courtesy(text: str) -> bool:
    """Whether a sentence of German, French, Spanish, Portuguese, Italian, Dutch, Japanese or Chinese is only polite."""
    return not any(char.isdigit() for char in text) and bool(_courtesy().fullmatch(text))
