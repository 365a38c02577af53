import { QuietButton } from '../../athletes/record/panel-parts.tsx'

/** Beside the heading of a part of a deal: begins to edit it. */
export function EditButton({ what, onClick }: { what: string; onClick: () => void }) {
  return (
    <QuietButton name={`Edit ${what}`} onClick={onClick}>
      Edit
    </QuietButton>
  )
}
