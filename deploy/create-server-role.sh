#!/bin/sh
# Runs once, as the administrator, when the database of compose.yaml is created: the owner of the tables is no superuser,
# and the user that serves owns nothing.
set -e
psql --set=ON_ERROR_STOP=1 --set=owner="$OWNER_PASSWORD" --set=server="$SERVER_PASSWORD" \
  --username="${POSTGRES_USER:-postgres}" --dbname=postgres <<'SQL'
create role sherpa_owner login password :'owner';
create role sherpa_server login password :'server';
create database sherpa owner sherpa_owner;
SQL
