-- Plans list only what the platform does. Scouting and integrations do not exist yet. Deals have deadlines for disclosures, which
-- people file themselves.
update plans set features =
  array_replace(array_remove(array_remove(features, 'Scouting insights'), 'Integrations'), 'NIL disclosures', 'NIL disclosure deadlines');
