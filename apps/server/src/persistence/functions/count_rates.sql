-- Counts one request in each bucket, in order, and stops at the first over its limit.
-- Returns the seconds until its period ends, or null (http/rate-limits.ts).
create or replace function count_rates(p_buckets text[], p_limits integer[], p_period interval, p_now timestamptz) returns integer
language plpgsql as $$
declare
  period_begin timestamptz := date_bin(p_period, p_now, timestamptz '2000-01-01');
  counted integer;
begin
  for i in 1 .. cardinality(p_buckets) loop
    insert into rate_counts as r (bucket, period_start, count) values (p_buckets[i], period_begin, 1)
    on conflict (bucket, period_start) do update set count = r.count + 1
    returning r.count into counted;
    if counted > p_limits[i] then
      return ceil(extract(epoch from period_begin + p_period - p_now));
    end if;
  end loop;
  return null;
end
$$;
