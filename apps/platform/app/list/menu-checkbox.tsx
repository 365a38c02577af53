import { type ReactNode, useState } from 'react'

/** A checkbox in a menu, which stays open. */
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
  // Optimistic: the address changes a moment later.
  const [shown, setShown] = useState(checked)
  const [known, setKnown] = useState(checked)
  if (known !== checked) {
    setKnown(checked)
    setShown(checked)
  }
  const toggle = () => {
    setShown(!checked)
    onChange()
  }
  return (
    <label className="flex cursor-pointer items-center gap-2.5 rounded-sm px-2.5 py-1.5 text-sm font-medium text-ink hover:bg-hover has-disabled:cursor-not-allowed has-disabled:text-grey max-md:min-h-11">
      <input
        type="checkbox"
        checked={shown}
        disabled={disabled}
        onChange={toggle}
        className="size-4 shrink-0 accent-glacier"
      />
      {children}
    </label>
  )
}
