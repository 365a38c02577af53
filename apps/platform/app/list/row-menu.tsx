import { MenuButton, menuItemClass } from '@sherpa/ui/menu-button'
import { ToolIcon } from '@sherpa/ui/tool-icon'
import type { ReactNode } from 'react'

/** The menu of a row. */
export function RowMenu({ name, children }: { name: string; children: ReactNode }) {
  return (
    <MenuButton
      align="end"
      name={name}
      buttonClass="inline-grid size-7 cursor-pointer place-items-center rounded-sm text-grey hover:bg-quiet hover:text-ink max-md:size-11"
      label={<ToolIcon name="more" />}
    >
      {children}
    </MenuButton>
  )
}

export function MenuItem({ onClick, children }: { onClick: () => void; children: string }) {
  return (
    <button type="button" className={menuItemClass} onClick={onClick}>
      {children}
    </button>
  )
}
