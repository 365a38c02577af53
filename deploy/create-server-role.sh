#!/bin/sh
# Runs once, when the database of compose.yaml is created: the user that serves owns nothing.
set -e
psql --set=ON_ERROR_STOP=1 --set=password="$SERVER_PASSWORD" --username="$POSTGRES_USER" --dbname="$POSTGRES_DB" <<'SQL'
create role sherpa_server login password :'password';
SQL
