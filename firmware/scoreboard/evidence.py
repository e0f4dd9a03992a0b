"""Past games and their pictures, as the pages get them; read from the files while play goes on."""

from collections.abc import Callable
from pathlib import Path

from starlette.requests import Request
from starlette.responses import JSONResponse, PlainTextResponse, Response
from starlette.routing import Route

from firmware.account import account
from firmware.album import album_beside, jpeg_of, shots
from firmware.errors import JournalError
from firmware.past_games import NoSuchGameError, PastGames
from firmware.words import ending
from referee.replay import parse_record

LISTED = 500
"""Games in a list, the newest first."""


def evidence_routes(journal: Path) -> list[Route]:
    """The addresses of past games.

    Args:
        journal: The journal's file; the album of pictures lies beside it.
    """
    games = PastGames(journal)
    album = album_beside(journal)

    def listed(_request: Request) -> Response:
        return JSONResponse([game.as_json() for game in games.all(LISTED)])

    def told(request: Request) -> Response:
        number = int(request.path_params["number"])
        text = games.record(number)
        record = parse_record(text)
        pictures = [
            {"picture": f"/api/pictures/{shot.number}", "text": shot.caption, "date": shot.written}
            for shot in shots(album, number)
        ]
        return JSONResponse(
            {
                "game": str(number),
                "names": {"red": dict(record.tags).get("Red", ""), "yellow": dict(record.tags).get("Yellow", "")},
                "date": dict(record.tags).get("Date", ""),
                "result": record.result.value,
                "ending": ending(record.result),
                "score": {"red": record.final.score.red, "yellow": record.final.score.yellow},
                "account": account(record),
                "pictures": pictures,
            }
        )

    def record_file(request: Request) -> Response:
        number = int(request.path_params["number"])
        name = {"Content-Disposition": f'attachment; filename="pop10-game-{number}.txt"'}
        return PlainTextResponse(games.record(number), headers=name)

    def picture(request: Request) -> Response:
        jpeg = jpeg_of(album, int(request.path_params["number"]))
        if jpeg is None:
            return JSONResponse({"error": "this picture is not, or no longer, kept"}, 404)
        return Response(jpeg, media_type="image/jpeg", headers={"Cache-Control": "max-age=86400, immutable"})

    return [
        Route("/api/games", _answering(listed)),
        Route("/api/games/{number:int}", _answering(told)),
        Route("/api/games/{number:int}/record", _answering(record_file)),
        Route("/api/pictures/{number:int}", _answering(picture)),
    ]


def _answering(answer: Callable[[Request], Response]) -> Callable[[Request], Response]:
    """What is not there, and what cannot be read, as answers."""

    def answer_or_say_why(request: Request) -> Response:
        # SQLite's numbers have 64 bits.
        if int(request.path_params.get("number", 0)) >= 2**63:
            return JSONResponse({"error": "there is no such number"}, 404)
        try:
            return answer(request)
        except NoSuchGameError as error:
            return JSONResponse({"error": str(error)}, 404)
        except JournalError as error:
            return JSONResponse({"error": str(error)}, 503)

    return answer_or_say_why
