-- expand
-- Its day had passed before the organization joined, or before the update whose judgment opened it.
alter table disclosures add column due_before text;
-- The first judgment after the update opens what was past without a word. Organizations of today only.
insert into repairs (organization_id, name) select id, 'disclosures' from organizations;
