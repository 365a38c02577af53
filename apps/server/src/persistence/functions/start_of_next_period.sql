-- Start of the next period of a schedule, by the database's clock because servers' clocks differ.
create or replace function start_of_next_period(p_seconds integer, p_offset integer) returns timestamptz language sql stable as $$
  select to_timestamp((floor((extract(epoch from now()) - p_offset) / p_seconds) + 1) * p_seconds + p_offset)
$$;
