import { buttonClass } from '@sherpa/ui/button'
import { MenuButton, menuItemClass } from '@sherpa/ui/menu-button'
import { ToolIcon } from '@sherpa/ui/tool-icon'
import { useOrganization } from '../../frame/account-context.ts'
import { SecondFactorLink } from '../../frame/second-factor-notice.tsx'
import { MenuItem } from '../../list/row-menu.tsx'
import type { ExportFormat } from './use-export.ts'

/** Exports the list with its current filters. */
export function ExportMenu({ busy, save }: { busy: boolean; save: (format: ExportFormat) => void }) {
  return (
    <MenuButton
      align="end"
      buttonClass={`${buttonClass({ look: 'secondary', size: 'small' })} ${busy ? 'opacity-60' : ''}`}
      label={
        <>
          <ToolIcon name="download" />
          {busy ? 'Exporting…' : 'Export'}
        </>
      }
    >
      <ExportFormats onChoose={save} />
    </MenuButton>
  )
}

export function ExportFormats({ onChoose }: { onChoose: (format: ExportFormat) => void }) {
  const { may } = useOrganization()
  if (!may('data.export')) return <ExportNeedsSecondFactor />
  return (
    <>
      <MenuItem onClick={() => onChoose('csv')}>Spreadsheet (CSV)</MenuItem>
      <MenuItem onClick={() => onChoose('json')}>JSON</MenuItem>
    </>
  )
}

/** For people whose export permission lacks a second factor. */
export function ExportNeedsSecondFactor() {
  return <SecondFactorLink className={menuItemClass}>Set up two-factor authentication to export</SecondFactorLink>
}
