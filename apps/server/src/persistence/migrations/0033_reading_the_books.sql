-- What is open of each deal, without a look at the payments themselves.
drop index payments_open;
create index payments_open on payments (organization_id, outgoing, due_on, id)
  include (currency, amount_minor, received_minor, income, athlete_id, deal_id)
  where state = 'expected' and not in_kind and received_minor < amount_minor;
create index payments_conditional on payments (organization_id, outgoing, currency)
  include (amount_minor, received_minor, athlete_id) where state = 'conditional' and not in_kind;

-- Pages of the ledger: of one account, of one cause, or of all, with what they are narrowed by. An entry has one line of an account at most: so it is
-- once on the pages of that account.
drop index lines_by_day;
create unique index lines_by_day on entry_lines (organization_id, account, posted_on, entry_id)
  include (currency, income, athlete_id, deal_id);
-- Each entry has one line that is its first.
create index first_lines_by_day on entry_lines (organization_id, posted_on, entry_id)
  include (currency, income, athlete_id, deal_id) where position = 0;
create index entries_by_cause on entries (organization_id, cause, posted_on, id);
