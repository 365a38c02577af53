-- Trigger on recoupments: adds them to the recouped amount of their expense.
create or replace function add_to_expenses() returns trigger language plpgsql as $$
begin
  update expenses e set recouped_minor = e.recouped_minor + a.amount_minor, recoup_base_minor = e.recoup_base_minor + a.base_minor,
    version = e.version + 1
  from (select organization_id, expense_id, sum(amount_minor) as amount_minor, sum(base_minor) as base_minor from added group by 1, 2) a
  where e.organization_id = a.organization_id and e.id = a.expense_id;
  return null;
end
$$;
