import { staffApi } from '@sherpa/api-client/staff'

/** Which cell the staff screens show, if there are several. */
export function CellNote() {
  const { currentData } = staffApi.useStaffCellsQuery()
  if (!currentData || currentData.others.length === 0) return null
  const { own, others } = currentData
  return (
    <p className="mb-4 text-sm text-slate">
      Cell {own}. Organizations in {others.map((cell) => `cell ${cell}`).join(' and ')} are not shown.
    </p>
  )
}
