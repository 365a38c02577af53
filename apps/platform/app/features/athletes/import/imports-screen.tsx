import { Button } from '@sherpa/ui/button'
import { ToolIcon } from '@sherpa/ui/tool-icon'
import { saveFile } from '../../../data/save-file.ts'
import { useOrganization } from '../../../frame/account-context.ts'
import { NotForYou } from '../../../frame/not-for-you.tsx'
import { ScreenHeading } from '../../../frame/screen-heading.tsx'
import { ImportsList } from '../../imports/imports-list.tsx'
import { UploadPanel } from '../../imports/upload-panel.tsx'
import { athletesImportable } from './athletes-importable.ts'

/** Starts an import, and lists earlier ones. */
export function Component() {
  const { name, may } = useOrganization()
  if (!may('athletes.all')) {
    return (
      <NotForYou title="You don’t have access">
        Only people who can see all athletes of {name} can import athletes. An owner can change what your role can do.
      </NotForYou>
    )
  }
  return (
    <>
      <ScreenHeading
        title="Import athletes"
        within={name}
        lead="Upload your spreadsheet as is. You see a preview before anything changes, and you can undo an import for 30 days."
      />
      <UploadPanel importable={athletesImportable} mostRows="100,000">
        <Template />
      </UploadPanel>
      <ImportsList importable={athletesImportable} />
    </>
  )
}

const template = 'First name,Last name,Email,Phone,Date of birth,Sport,Position,School,Class,Stage\n'

/** A table to fill in, for people without one. */
function Template() {
  const download = () => saveFile(URL.createObjectURL(new Blob([template], { type: 'text/csv' })), 'athletes.csv')
  return (
    <div className="flex flex-wrap items-center gap-2 text-sm">
      No spreadsheet yet?
      <Button look="secondary" size="small" onClick={download}>
        <ToolIcon name="download" />
        Download a template
      </Button>
    </div>
  )
}
