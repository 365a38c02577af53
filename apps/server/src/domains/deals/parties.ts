type OfDeal = {
  dealId: string | null
  dealTitle: string | null
  athlete_id: string | null
  athlete_name: string | null
  company_id: string | null
  company_name: string | null
}

/** The deal that a row belongs to, and its two sides. */
export function partiesOf(row: OfDeal) {
  return {
    deal: { id: row.dealId ?? '', title: row.dealTitle ?? '' },
    athlete: { id: row.athlete_id ?? '', name: row.athlete_name ?? '' },
    company: { id: row.company_id ?? '', name: row.company_name ?? '' },
  }
}
