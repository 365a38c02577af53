-- Trigger on memberships: copies the person's folded name and email for search.
create or replace function fold_membership() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  select ' ' || fold(name || ' ' || email) into new.folded from users where id = new.user_id;
  return new;
end
$$;
