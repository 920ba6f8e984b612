"""The server that the tests bring themselves: real, separate per test, closed to strangers, gone afterwards."""

from pathlib import Path

import psycopg
import pytest

from tests import needs
from tests.postgres import PostgresServer, run_postgres

pytestmark = pytest.mark.postgres


@pytest.mark.parametrize("attempt", [1, 2])
def test_each_test_gets_an_empty_database(postgres_url: str, attempt: int) -> None:
    with psycopg.connect(postgres_url) as connection:
        connection.execute("CREATE TABLE mine (number integer)")
        connection.execute("INSERT INTO mine VALUES (%s)", (attempt,))


def test_a_database_can_be_copied_from_a_template(postgres_server: PostgresServer) -> None:
    template = postgres_server.create_database()
    with psycopg.connect(postgres_server.url(template)) as connection:
        connection.execute("CREATE TABLE kept (number integer)")
    copy = postgres_server.create_database(template)
    with psycopg.connect(postgres_server.url(copy)) as connection:
        assert connection.execute("SELECT count(*) FROM kept").fetchone() == (0,)
    postgres_server.drop_database(copy)
    postgres_server.drop_database(template)


def test_a_database_goes_away_with_its_open_connections(postgres_server: PostgresServer) -> None:
    name = postgres_server.create_database()
    left_open = psycopg.connect(postgres_server.url(name))
    postgres_server.drop_database(name)
    with pytest.raises(psycopg.OperationalError):
        left_open.execute("SELECT 1")
    left_open.close()


def test_nobody_gets_in_without_the_password(postgres_server: PostgresServer) -> None:
    with pytest.raises(psycopg.OperationalError, match="password"):
        psycopg.connect(
            host="127.0.0.1", port=postgres_server.port, user="muti", password="guess", dbname="postgres"
        )


def test_a_durable_server_ends_without_a_trace() -> None:
    with run_postgres(needs.require("postgres"), durable=True) as server:
        with psycopg.connect(server.url("postgres")) as connection:
            assert connection.execute("SHOW fsync").fetchone() == ("on",)
            data = connection.execute("SHOW data_directory").fetchone()
        process = server.process
    assert data is not None
    assert process.returncode == 0
    assert not Path(data[0]).exists()
