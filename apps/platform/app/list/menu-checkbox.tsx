import { type ReactNode, useState } from 'react'

/** A box to tick in a menu, which stays open. */
export function MenuCheckbox({
  checked,
  disabled = false,
  onChange,
  children,
}: {
  checked: boolean
  disabled?: boolean
  onChange: () => void
  children: ReactNode
}) {
  // The address changes a moment later: the box shows at once that it was pressed.
  const [shown, setShown] = useState(checked)
  const [known, setKnown] = useState(checked)
  if (known !== checked) {
    setKnown(checked)
    setShown(checked)
  }
  const press = () => {
    setShown(!checked)
    onChange()
  }
  return (
    <label className="flex cursor-pointer items-center gap-2.5 rounded-sm px-2.5 py-1.5 text-sm font-medium text-ink hover:bg-hover has-disabled:cursor-not-allowed has-disabled:text-grey max-md:min-h-11">
      <input
        type="checkbox"
        checked={shown}
        disabled={disabled}
        onChange={press}
        className="size-4 shrink-0 accent-glacier"
      />
      {children}
    </label>
  )
}
