-- Trigger on deal_versions: the terms of a frozen version are immutable.
create or replace function keep_frozen_terms() returns trigger language plpgsql as $$
begin
  if old.frozen is not null and (new.terms, new.frozen, new.hash) is distinct from (old.terms, old.frozen, old.hash) then
    raise exception 'A frozen version does not change.';
  end if;
  -- Erasure of the athlete clears them.
  if old.frozen is not null and new.athlete_facts is not null and new.athlete_facts is distinct from old.athlete_facts then
    raise exception 'A frozen version does not change.';
  end if;
  return new;
end
$$;
