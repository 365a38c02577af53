-- Trigger on entries: posts to the first open day. The shared lock makes closing wait for entries that are being posted.
create or replace function find_open_day() returns trigger language plpgsql as $$
declare
  v_through date;
begin
  perform pg_advisory_xact_lock_shared(hashtextextended('books:' || new.organization_id, 0));
  select through into v_through from closed_periods where organization_id = new.organization_id;
  -- Before every period, so balances count it and no month does.
  new.posted_on := case when new.cause = 'opening' then date '1999-12-31' else greatest(new.occurred_on, v_through + 1) end;
  return new;
end
$$;
