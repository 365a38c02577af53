import { buttonClass } from '@sherpa/ui/button'
import { MenuButton } from '@sherpa/ui/menu-button'
import { ToolIcon } from '@sherpa/ui/tool-icon'
import { MenuItem } from '../../list/row-menu.tsx'
import type { ExportFormat } from './use-export.ts'

/** The list as it is narrowed at the moment, as a file. */
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
  return (
    <>
      <MenuItem onClick={() => onChoose('csv')}>Spreadsheet (CSV)</MenuItem>
      <MenuItem onClick={() => onChoose('json')}>JSON</MenuItem>
    </>
  )
}
