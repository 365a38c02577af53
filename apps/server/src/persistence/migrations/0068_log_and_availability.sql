-- expand
-- Notes and measurements have a permission of their own. Until now they needed athletes.edit: roles with a setting for it
-- keep what they could do. Coaches are left to the new default.
insert into permission_settings (organization_id, role, permission, allowed)
select organization_id, role, 'athletes.log', allowed from permission_settings
where permission = 'athletes.edit' and not (role = 'coach' and not allowed)
on conflict do nothing;

-- Author of a measurement, who may change it. Null: imported, or added before.
alter table athlete_measurements add column added_by uuid references users;
alter table athlete_timeline add column edited_at timestamptz;

-- Hours (HH:MM) on the due date in which the athlete is away. People who don't see deals see only these.
alter table deliverables add column away_from text, add column away_until text;
