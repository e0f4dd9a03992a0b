"""Past games and their pictures, as the pages get them; read from the files while play goes on."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import date
from pathlib import Path

from starlette.requests import Request
from starlette.responses import JSONResponse, PlainTextResponse, Response, StreamingResponse
from starlette.routing import Route

from firmware.account import account
from firmware.album import album_beside, jpeg_of, shots
from firmware.archive import archive, archive_name
from firmware.errors import JournalError
from firmware.past_games import NoSuchGameError, PastGames
from firmware.replays import Replays
from firmware.standings import standings
from firmware.words import ending
from referee.replay import parse_record

LISTED = 500
"""Games in a list, the newest first."""
NO_SUCH_NUMBER = "there is no such number"


@dataclass(frozen=True, slots=True)
class Evidence:
    """Where the evidence is.

    Attributes:
        journal: The journal's file; the album of pictures lies beside it.
        replays: The last seconds before the last rulings.
    """

    journal: Path
    replays: Replays


def began(evidence: Evidence | None, number: int) -> str | None:
    """When a game began as the journal has it, in the form of ISO 8601; None where it has not, or cannot be read.

    Args:
        evidence: Where the journal is, if there is one.
        number: The game's number in it.
    """
    if evidence is None:
        return None
    try:
        return PastGames(evidence.journal).began(number)
    except (NoSuchGameError, JournalError):
        return None


def evidence_routes(evidence: Evidence) -> list[Route]:
    """The addresses of past games."""
    games = PastGames(evidence.journal)
    album = album_beside(evidence.journal)

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
                "replays": [clip.as_json() for clip in evidence.replays.of_game(number)],
            }
        )

    def record_file(request: Request) -> Response:
        number = int(request.path_params["number"])
        name = {"Content-Disposition": f'attachment; filename="pop10-game-{number}.txt"'}
        return PlainTextResponse(games.record(number), headers=name)

    def archive_file(request: Request) -> Response:
        number = int(request.path_params["number"])
        name = {"Content-Disposition": f'attachment; filename="{archive_name(number)}"'}
        return StreamingResponse(archive(games, album, number), media_type="application/zip", headers=name)

    def compared(request: Request) -> Response:
        evening = request.query_params.get("evening")
        try:
            day = date.fromisoformat(evening) if evening is not None else None
        except ValueError:
            return JSONResponse({"error": f"evening: a day like 2026-11-29 is wanted, got {evening!r:.40}"}, 422)
        return JSONResponse(standings(games, day).as_json())

    def replay(request: Request) -> Response:
        clip = evidence.replays.clip(int(request.path_params["number"]))
        if clip is None:
            return JSONResponse({"error": "these seconds are not, or no longer, kept"}, 404)
        # Numbers begin anew with the program, so nothing may keep it for longer.
        return Response(clip.motion_jpeg, media_type="video/x-motion-jpeg", headers={"Cache-Control": "no-store"})

    def last_replay(_request: Request) -> Response:
        clip = evidence.replays.newest
        told = {"game": str(clip.game), **clip.as_json()} if clip is not None else None
        return JSONResponse(told, headers={"Cache-Control": "no-store"})

    def picture(request: Request) -> Response:
        jpeg = jpeg_of(album, int(request.path_params["number"]))
        if jpeg is None:
            return JSONResponse({"error": "this picture is not, or no longer, kept"}, 404)
        return Response(jpeg, media_type="image/jpeg", headers={"Cache-Control": "max-age=86400, immutable"})

    return [
        Route(address, _answering(answer, evidence.journal.parent))
        for address, answer in {
            "/api/games": listed,
            "/api/games/{number:int}": told,
            "/api/games/{number:int}/record": record_file,
            "/api/games/{number:int}/archive": archive_file,
            "/api/standings": compared,
            "/api/replays/last": last_replay,
            "/api/replays/{number:int}": replay,
            "/api/pictures/{number:int}": picture,
        }.items()
    ]


def _answering(answer: Callable[[Request], Response], folder: Path) -> Callable[[Request], Response]:
    """What is not there, and what cannot be read, as answers; in which folder is nothing for everybody."""

    def answer_or_say_why(request: Request) -> Response:
        # SQLite's numbers have 64 bits.
        if int(request.path_params.get("number", 0)) >= 2**63:
            return JSONResponse({"error": NO_SUCH_NUMBER}, 404)
        try:
            return answer(request)
        except NoSuchGameError:
            return JSONResponse({"error": NO_SUCH_NUMBER}, 404)
        except JournalError as error:
            return JSONResponse({"error": str(error).replace(f"{folder}/", "")}, 503)

    return answer_or_say_why
