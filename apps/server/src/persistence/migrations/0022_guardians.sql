-- An invitation may be for the athlete of a record: whoever accepts it is linked to that record.
alter table invitations
  add column athlete_id uuid,
  add foreign key (organization_id, athlete_id) references athletes on delete cascade;
create index invitations_of_athlete on invitations (organization_id, athlete_id) where athlete_id is not null;
create or replace view all_invitations as select * from invitations;

-- Who answers for a minor. Guardians are people with an account and without a membership. Address and token are kept only until
-- the invitation is answered: from then on it is the person that counts.
create table guardianships (
  organization_id uuid not null,
  id uuid not null default gen_random_uuid(),
  athlete_id uuid not null,
  -- The contact that it began with.
  contact_id uuid,
  reach text not null check (reach in ('full', 'limited')),
  email text,
  -- The link in the mail holds the token itself.
  token_hash bytea unique,
  invited_by uuid references users,
  invited_at timestamptz not null default now(),
  expires_at timestamptz,
  user_id uuid references users,
  confirmed_at timestamptz,
  consents_to_account boolean not null default false,
  verified_by uuid references users,
  verified_at timestamptz,
  verified_how text check (verified_how in ('id-seen', 'signed-form', 'call')),
  ended_at timestamptz,
  primary key (organization_id, id),
  foreign key (organization_id, athlete_id) references athletes on delete cascade,
  foreign key (organization_id, contact_id) references athlete_contacts on delete set null (contact_id),
  check ((confirmed_at is null) = (user_id is null)),
  check ((confirmed_at is null) = (email is not null and token_hash is not null and expires_at is not null)),
  check ((verified_at is null) = (verified_how is null))
);
create index guardianships_of_athlete on guardianships (organization_id, athlete_id);
create unique index guardianships_of_contact on guardianships (organization_id, contact_id) where ended_at is null;
create unique index guardianships_of_person on guardianships (organization_id, athlete_id, user_id) where ended_at is null;
-- What people and links in mail name, whatever its organization.
create index guardianships_id on guardianships (id);
create index guardianships_by_person on guardianships (user_id) where ended_at is null;
create index guardianships_to on guardianships (email) where email is not null;
alter table guardianships enable row level security;
create policy of_organization on guardianships
  using (organization_id = nullif(current_setting('app.organization', true), '')::uuid);
create view all_guardianships as select * from guardianships;

-- Nobody answers for an adult. Answers are computed from the birth date: this puts on record that it has happened.
create function end_guardianships_of_adults(p_today date) returns void language sql security definer
  set search_path = public, pg_temp as $$
  with over as (
    select g.organization_id, g.id from guardianships g
    join athletes a on a.organization_id = g.organization_id and a.id = g.athlete_id
    where g.ended_at is null and g.confirmed_at is not null and a.birth_date <= p_today - interval '18 years'
    for update of g skip locked),
  ended as (
    update guardianships g set ended_at = now() from over
    where g.organization_id = over.organization_id and g.id = over.id
    returning g.organization_id, g.athlete_id, g.contact_id),
  noted as (
    insert into audit_events (subject, subject_id, event, organization_id)
    select 'athlete', athlete_id, 'guardian-ended', organization_id from ended)
  insert into athlete_timeline (organization_id, athlete_id, kind, about)
  select e.organization_id, e.athlete_id, 'guardian-ended', c.name || ' (' || c.relation || ')' from ended e
  left join athlete_contacts c on c.organization_id = e.organization_id and c.id = e.contact_id;
$$;

alter table notifications drop constraint notifications_kind_check, add constraint notifications_kind_check check (kind in
  ('role-changed', 'ownership-received', 'invitation-accepted', 'price-offered', 'invoice-issued', 'invoice-overdue',
   'guardian-confirmed'));
