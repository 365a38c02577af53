-- expand
alter table athlete_timeline validate constraint athlete_timeline_disclosure_fkey;
