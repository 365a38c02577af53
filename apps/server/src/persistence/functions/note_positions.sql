-- Trigger on athletes: keeps athlete_positions in step with sport and positions.
create or replace function note_positions() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
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
