-- Trigger on users: updates the folded name and email of all memberships.
create or replace function fold_memberships_of_person() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update memberships set folded = ' ' || fold(new.name || ' ' || new.email) where user_id = new.id and new.email is not null;
  return null;
end
$$;
