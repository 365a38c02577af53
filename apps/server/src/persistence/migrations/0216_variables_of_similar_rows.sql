-- expand
-- A column may have the name of a variable of these functions, which their statements then could not tell apart.
do $$
declare
  of_list regprocedure;
begin
  for of_list in
    select p.oid from pg_proc p join pg_language l on l.oid = p.prolang
    where p.pronamespace = 'public'::regnamespace and p.proname like 'similar\_%' and l.lanname = 'plpgsql'
  loop
    execute replace(pg_get_functiondef(of_list), 'AS $function$', E'AS $function$\n#variable_conflict use_variable');
  end loop;
end $$;
