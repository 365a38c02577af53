import { MenuButton, menuItemClass } from '@sherpa/ui/menu-button'
import { ToolIcon, type ToolIconName } from '@sherpa/ui/tool-icon'
import type { ReactNode } from 'react'
import { barButtonClass } from './selection-bar.tsx'

/** A menu in the bar of bulk actions. */
export function BarMenu({ icon, label, children }: { icon: ToolIconName; label: string; children: ReactNode }) {
  return (
    <MenuButton
      opens="above"
      align="end"
      name={label}
      buttonClass={barButtonClass}
      label={
        <>
          <ToolIcon name={icon} />
          <span className="list-bar-word">{label}</span>
        </>
      }
    >
      {children}
    </MenuButton>
  )
}

export type ChoicesProps = {
  choices: readonly (readonly [id: string, name: string])[]
  onChoose: (id: string, name: string) => void
}

export function Choices({ choices, onChoose }: ChoicesProps) {
  return (
    <ul>
      {choices.map(([id, name]) => (
        <li key={id}>
          <button type="button" className={menuItemClass} onClick={() => onChoose(id, name)}>
            <span className="min-w-0 truncate">{name}</span>
          </button>
        </li>
      ))}
    </ul>
  )
}
