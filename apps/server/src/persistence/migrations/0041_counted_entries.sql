-- Totals count entries as the ledger lists them: one that takes another back is one more. So a figure counts what it opens to.
create or replace function add_to_totals() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  v_part smallint := pg_backend_pid() % 16;
begin
  -- In one order, so that nobody waits in a circle.
  insert into ledger_month_totals as t (organization_id, account, currency, month, income, part, amount_minor, lines)
  select organization_id, account, currency, date_trunc('month', posted_on)::date, income, v_part, sum(amount_minor), count(*)
  from added group by 1, 2, 3, 4, 5 order by 1, 2, 3, 4, 5
  on conflict (organization_id, account, currency, month, income, part)
  do update set amount_minor = t.amount_minor + excluded.amount_minor, lines = t.lines + excluded.lines;
  insert into ledger_totals as t (organization_id, account, currency, month, athlete_id, deal_id, income, amount_minor, lines)
  select organization_id, account, currency, date_trunc('month', posted_on)::date, athlete_id, deal_id, income, sum(amount_minor), count(*)
  from added group by 1, 2, 3, 4, 5, 6, 7 order by 1, 2, 3, 4, 5, 6, 7
  on conflict (organization_id, account, currency, month, athlete_id, deal_id, income)
  do update set amount_minor = t.amount_minor + excluded.amount_minor, lines = t.lines + excluded.lines;
  return null;
end
$$;

-- Until now each of them took one away.
update ledger_totals t set lines = t.lines + 2 * r.lines
from (select organization_id, account, currency, date_trunc('month', posted_on)::date as month, athlete_id, deal_id, income, count(*) as lines
  from entry_lines where reversal group by 1, 2, 3, 4, 5, 6, 7) r
where (t.organization_id, t.account, t.currency, t.month) = (r.organization_id, r.account, r.currency, r.month)
  and t.athlete_id is not distinct from r.athlete_id and t.deal_id is not distinct from r.deal_id and t.income is not distinct from r.income;
update ledger_month_totals t set lines = t.lines + 2 * r.lines
from (select organization_id, account, currency, date_trunc('month', posted_on)::date as month, income, count(*) as lines
  from entry_lines where reversal group by 1, 2, 3, 4, 5) r
where (t.organization_id, t.account, t.currency, t.month) = (r.organization_id, r.account, r.currency, r.month)
  and t.income is not distinct from r.income
  -- One of the rows that it is spread over.
  and t.part = (select min(o.part) from ledger_month_totals o
    where (o.organization_id, o.account, o.currency, o.month) = (r.organization_id, r.account, r.currency, r.month)
      and o.income is not distinct from r.income);
