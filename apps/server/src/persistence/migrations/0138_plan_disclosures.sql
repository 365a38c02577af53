-- expand
-- The platform prepares, files and proves disclosures, not only their deadlines.
update plans set features = array_replace(features, 'NIL disclosure deadlines', 'NIL disclosures');
