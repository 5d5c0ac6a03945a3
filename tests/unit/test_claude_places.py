from __future__ import annotations

import threading
from concurrent.futures import ThreadPoolExecutor

from claimdiff.claude.places import Places


def test_no_more_run_at_a_time_than_there_are_places() -> None:
    """However many threads want one, and also where the work of some fails."""
    places, lock, inside, most = Places(free=3), threading.Lock(), 0, 0

    def work(number: int) -> None:
        nonlocal inside, most
        with places:
            with lock:
                inside += 1
                most = max(most, inside)
            with lock:
                inside -= 1
            if number % 2:
                raise ValueError

    with ThreadPoolExecutor(12) as pool:
        ended = [pool.submit(work, number).exception() for number in range(60)]

    assert most <= 3
    assert places.free == 3
    assert sum(isinstance(problem, ValueError) for problem in ended) == 30


def test_who_waits_longest_goes_first() -> None:
    """A place that gets free is given to the first in the line, and a newcomer stands at its end."""
    places, order = Places(free=1), list[int]()

    def work(number: int) -> None:
        with places:
            order.append(number)

    threads = []
    with places:
        for number in range(5):
            threads.append(threading.Thread(target=work, args=(number,)))
            threads[-1].start()
            while len(places._waiting) <= number:
                pass
    for thread in threads:
        thread.join()

    assert order == [0, 1, 2, 3, 4]
