-- Deletes stored answers of idempotency keys that contain a text, across organizations.
create or replace function forget_answers_with(p_text text) returns void language sql security definer set search_path = public, pg_temp as $$
  delete from idempotency_keys
  where jsonb_path_exists(answer, '$.** ? (@ == $text)', jsonb_build_object('text', p_text));
$$;
