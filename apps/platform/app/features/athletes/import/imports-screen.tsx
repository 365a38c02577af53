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
      <UploadPanel
        importable={athletesImportable}
        lead="An Excel workbook, CSV or text file with one row per athlete, up to 100,000 rows and 50 MB."
      />
      <ImportsList importable={athletesImportable} />
    </>
  )
}
