-- expand
-- Corrections and answers of people, by row of an import.
alter table athlete_import_rows
  -- Corrected cells, by column.
  add column edits jsonb,
  -- Why the row waits for an answer.
  add column doubt text,
  -- The answer, and the athlete or row it is about. It holds only for these.
  add column answer text,
  add column answered_for text;

-- Keys by which later rows of a file find earlier ones.
create table athlete_import_keys (
  organization_id uuid not null,
  import_id uuid not null,
  key text collate "C" not null,
  line integer not null,
  primary key (organization_id, import_id, key, line),
  foreign key (organization_id, import_id) references athlete_imports on delete cascade
);
alter table athlete_import_keys enable row level security;
create policy of_organization on athlete_import_keys
  using (organization_id = nullif(current_setting('app.organization', true), '')::uuid);

-- Positions of athletes, one row each, for the filter of the list.
create table athlete_positions (
  organization_id uuid not null,
  -- Such as football.quarterback.
  position text collate "C" not null,
  athlete_id uuid not null,
  primary key (organization_id, position, athlete_id),
  foreign key (organization_id, athlete_id) references athletes on delete cascade
);
alter table athlete_positions enable row level security;
create policy of_organization on athlete_positions
  using (organization_id = nullif(current_setting('app.organization', true), '')::uuid);

create function note_positions() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if tg_op = 'INSERT' then
    insert into athlete_positions (organization_id, position, athlete_id)
    select organization_id, sport || '.' || one, id from changed, unnest(positions) as one where sport is not null
    on conflict do nothing;
  else
    delete from athlete_positions p using before b join changed c on c.organization_id = b.organization_id and c.id = b.id
    where (b.sport, b.positions) is distinct from (c.sport, c.positions)
      and p.organization_id = b.organization_id and p.athlete_id = b.id;
    insert into athlete_positions (organization_id, position, athlete_id)
    select c.organization_id, c.sport || '.' || one, c.id
    from before b join changed c on c.organization_id = b.organization_id and c.id = b.id, unnest(c.positions) as one
    where c.sport is not null and (b.sport, b.positions) is distinct from (c.sport, c.positions)
    on conflict do nothing;
  end if;
  return null;
end
$$;

-- The second pass catches what was written during the first one, and is short: triggers lock out writers.
insert into athlete_positions (organization_id, position, athlete_id)
  select organization_id, sport || '.' || one, id from athletes, unnest(positions) as one where sport is not null
  on conflict do nothing;
create trigger note_positions_of_insert after insert on athletes referencing new table as changed
  for each statement execute function note_positions();
create trigger note_positions_of_update after update on athletes referencing old table as before new table as changed
  for each statement execute function note_positions();
insert into athlete_positions (organization_id, position, athlete_id)
  select organization_id, sport || '.' || one, id from athletes, unnest(positions) as one where sport is not null
  on conflict do nothing;
