"""Claude through the `anthropic` SDK: requests, money, and answers that were paid for once.

`connection` is the only module of the product that imports the SDK. Everything else here works on plain values, so that
it can be read and tested without it.
"""
