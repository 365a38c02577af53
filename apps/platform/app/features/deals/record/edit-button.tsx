import { QuietButton } from '../../athletes/record/panel-parts.tsx'

export function EditButton({ what, onClick }: { what: string; onClick: () => void }) {
  return (
    <QuietButton name={`Edit ${what}`} onClick={onClick}>
      Edit
    </QuietButton>
  )
}
