import { buttonClass } from '@sherpa/ui/button'
import { MenuButton } from '@sherpa/ui/menu-button'
import { ToolIcon } from '@sherpa/ui/tool-icon'
import type { ReactNode } from 'react'

/** A filter's button with its menu. In use it is a chip, such as "Stage is Signed", to change or remove. */
export function FilterMenu({
  label,
  chip,
  words,
  onRemove,
  children,
  ...menu
}: {
  label: string
  /** Content of the chip; undefined if the filter is not in use. */
  chip: ReactNode
  /** What the filter says, for its button to remove. */
  words: string
  onRemove: () => void
  startsOpen: boolean
  onToggle: (open: boolean) => void
  children: ReactNode
}) {
  const isInUse = chip !== undefined
  return (
    <span
      className={`inline-flex min-w-0 items-center rounded-sm ${isInUse ? 'border border-line bg-snow text-grey' : ''}`}
    >
      <MenuButton
        {...menu}
        buttonClass={
          isInUse
            ? 'inline-flex min-h-button-small max-w-(--chip-width,18rem) cursor-pointer items-center gap-1 rounded-sm pr-1 pl-2.5 text-sm hover:text-ink max-md:max-w-(--chip-width,15rem)'
            : `${buttonClass({ look: 'secondary', size: 'small' })} max-w-64`
        }
        label={
          chip ?? (
            <>
              {label}
              <ToolIcon name="chevron" className="size-3 rotate-90" />
            </>
          )
        }
      >
        <fieldset>
          <legend className="sr-only">{label}</legend>
          {children}
        </fieldset>
      </MenuButton>
      {isInUse && (
        <button
          type="button"
          aria-label={`Remove filter ${words}`}
          onClick={onRemove}
          className="grid size-7 cursor-pointer place-items-center rounded-sm hover:text-ink max-md:size-11"
        >
          <ToolIcon name="close" className="size-3" />
        </button>
      )}
    </span>
  )
}

/** The name of the filter and what it says. */
export function ChipWords({ label, words }: { label: string; words: string }) {
  return (
    <>
      <span className="shrink-0 whitespace-nowrap text-slate">{label}</span>
      <span className="truncate font-medium text-ink">{words}</span>
    </>
  )
}
