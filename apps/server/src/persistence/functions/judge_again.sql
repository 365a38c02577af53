-- Triggers: a change of facts that compliance rules read enqueues a new judgment, of one athlete or of all.
create or replace function judge_again() returns trigger language plpgsql as $$
declare
  changed jsonb := case tg_op when 'DELETE' then to_jsonb(old) else to_jsonb(new) end;
  organization uuid := coalesce(changed->>'organization_id', changed->>'id');
  athlete uuid := case tg_argv[0]
    when 'athlete' then coalesce(changed->>'athlete_id', changed->>'id')
    when 'deal' then (select d.athlete_id::text from deals d
      where d.organization_id = organization and d.id = (changed->>'deal_id')::uuid)
    when 'disclosure' then (select x.athlete_id::text from disclosures x
      where x.organization_id = organization and x.id = (changed->>'disclosure_id')::uuid) end;
begin
  -- Of removed deals nothing is judged until they are restored, which is a change of a deal.
  if athlete is not null and tg_table_name not in ('deals', 'agreements')
    and not exists (select from deals d where d.organization_id = organization and d.athlete_id = athlete and d.removed_at is null)
    and not exists (select from agreements g where g.organization_id = organization and g.athlete_id = athlete)
  then
    return null;
  end if;
  -- Like `enqueue`: a running job runs once more.
  insert into jobs as j (organization_id, name, data, key) values (organization,
    case when athlete is null then 'judge-organization' else 'judge-athlete' end,
    jsonb_strip_nulls(jsonb_build_object('organization', organization, 'athlete', athlete)),
    coalesce(athlete, organization)::text)
  on conflict (coalesce(organization_id, '00000000-0000-0000-0000-000000000000'), name, key)
    do update set rerun_requested = j.state = 'running';
  perform pg_notify('jobs', '');
  return null;
end
$$;

create or replace trigger judge_inserted after insert on deals for each row
  when (new.stage <> 'draft') execute function judge_again('athlete');
create or replace trigger judge_changed after update on deals for each row
  when ((old.stage, old.newest_version, old.version_in_force, old.company_id, old.athlete_id, old.removed_at, old.reported)
    is distinct from (new.stage, new.newest_version, new.version_in_force, new.company_id, new.athlete_id, new.removed_at, new.reported)
    and (old.stage <> 'draft' or new.stage <> 'draft'))
  execute function judge_again('athlete');
create or replace trigger judge_signed after insert or update on deal_signatures for each row
  when (new.side = 'guardian') execute function judge_again('deal');
create or replace trigger judge_changed after insert or update on agreements for each row
  execute function judge_again('athlete');
create or replace trigger judge_changed after update on athletes for each row
  when ((old.birth_date, old.level, old.sport, old.state, old.country, old.class_year)
    is distinct from (new.birth_date, new.level, new.sport, new.state, new.country, new.class_year))
  execute function judge_again('athlete');
create or replace trigger judge_changed after update on guardianships for each row
  when ((old.verified_at, old.ended_at, old.reach) is distinct from (new.verified_at, new.ended_at, new.reach))
  execute function judge_again('athlete');
create or replace trigger judge_changed after insert or update or delete on athlete_compliance for each row
  execute function judge_again('athlete');
create or replace trigger judge_asked after insert on attestation_requests for each row
  execute function judge_again('disclosure');
create or replace trigger judge_answered after update on attestation_requests for each row
  when ((old.answered_at, old.set_aside_at) is distinct from (new.answered_at, new.set_aside_at))
  execute function judge_again('organization');
create or replace trigger judge_attested after update on disclosures for each row
  when (old.attested_on is distinct from new.attested_on
    or new.kind = 'school-before-signing' and old.state is distinct from new.state) execute function judge_again('athlete');
create or replace trigger judge_removed after delete on disclosures for each row
  when (old.deal_id is not null) execute function judge_again('athlete');
create or replace trigger judge_changed after update on companies for each row
  when ((old.kind, old.category, old.parent_id, old.removed_at) is distinct from (new.kind, new.category, new.parent_id, new.removed_at))
  execute function judge_again('organization');
create or replace trigger judge_changed after insert or update or delete on company_compliance for each row
  execute function judge_again('organization');
create or replace trigger judge_changed after insert or update or delete on company_associations for each row
  execute function judge_again('organization');
create or replace trigger judge_changed after insert or update on compliance_settings for each row
  execute function judge_again('organization');
create or replace trigger judge_added after insert or delete on licenses for each row
  execute function judge_again('organization');
create or replace trigger judge_changed after update on licenses for each row
  when ((old.user_id, old.state, old.starts_on, old.ends_on) is distinct from (new.user_id, new.state, new.starts_on, new.ends_on))
  execute function judge_again('organization');
create or replace trigger judge_changed after update on organizations for each row
  when ((old.kind, old.time_zone) is distinct from (new.kind, new.time_zone))
  execute function judge_again('organization');
