import { filesApi } from '@sherpa/api-client/files'
import { allFileTypes, type KeptFile } from '@sherpa/contracts/file'
import { Button } from '@sherpa/ui/button'
import { Checkbox } from '@sherpa/ui/choice'
import { EmptyState } from '@sherpa/ui/empty-state'
import { Panel } from '@sherpa/ui/panel'
import { useRef, useState } from 'react'
import { DropArea } from '../../../forms/drop-area.tsx'
import { useOrganization } from '../../../frame/account-context.ts'
import { useFocusWhenLost } from '../../../frame/focus-when-lost.ts'
import { Loaded } from '../../../frame/loaded.tsx'
import { useCommands } from '../../../frame/palette/commands.ts'
import { FileDialogs, type OpenDialog } from './file-dialogs.tsx'
import { FileRow } from './file-row.tsx'
import { acceptedBy } from './file-words.ts'
import { UploadList } from './upload-list.tsx'
import { useUploads } from './use-uploads.ts'

/** The files of an athlete, with actions for people who can edit athletes. */
export function AthleteFiles({ athlete, minor }: { athlete: string; minor: boolean }) {
  const { id: organization, may } = useOrganization()
  const files = filesApi.useAthleteFilesQuery({ organization, athlete })
  const uploads = useUploads(athlete)
  const [dialog, setDialog] = useState<OpenDialog>()
  const input = useRef<HTMLInputElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  /** The file that the next upload replaces. */
  const versionOf = useRef<KeptFile>(undefined)
  const heading = useFocusWhenLost(`${files.currentData?.files.length} ${dialog?.kind}`)
  const mayEdit = may('athletes.edit')
  // Files of minors are private by default: one may be a birth certificate.
  const [chosen, setChosen] = useState<{ athlete: string; isPrivate: boolean }>()
  const isPrivate = chosen?.athlete === athlete ? chosen.isPrivate : minor

  function choose(file?: KeptFile) {
    versionOf.current = file
    if (!input.current) return
    input.current.accept = acceptedBy(file ? [file.type] : allFileTypes)
    input.current.multiple = !file
    input.current.click()
  }

  useCommands(mayEdit ? [{ title: 'Upload a file', icon: 'upload', run: () => choose() }] : [])

  function dismiss(id: number) {
    uploads.dismiss(id)
    // The focused button was removed.
    button.current?.focus()
  }

  return (
    <Panel title="Files" headingRef={heading}>
      <div className="flex flex-col gap-4">
        {mayEdit && (
          <>
            <DropArea
              onFiles={(dropped) => uploads.add(dropped, isPrivate)}
              drop="Or drop them here."
              about="PDF, images, Word, Excel, PowerPoint, CSV, text or MP4. Up to 25 MB each."
            >
              <Button ref={button} look="secondary" size="small" onClick={() => choose()}>
                Choose files
              </Button>
            </DropArea>
            <Checkbox checked={isPrivate} onChange={({ target }) => setChosen({ athlete, isPrivate: target.checked })}>
              {may('athletes.sensitive')
                ? 'New files are private: only people who may see birth dates and contacts'
                : 'New files are private: only people who may see birth dates and contacts (you may not)'}
            </Checkbox>
            <input
              ref={input}
              type="file"
              multiple
              accept={acceptedBy(allFileTypes)}
              tabIndex={-1}
              aria-label="Files to add"
              className="hidden"
              onChange={({ currentTarget }) => {
                uploads.add(currentTarget.files ?? [], isPrivate, versionOf.current)
                // Allows choosing the same file again.
                currentTarget.value = ''
              }}
            />
            <UploadList {...uploads} onDismiss={dismiss} />
          </>
        )}
        <Loaded query={files}>
          {({ files }) =>
            files.length === 0 ? (
              !mayEdit && <EmptyState title="No files yet">The athlete’s files appear here.</EmptyState>
            ) : (
              <ul aria-label="Files" className="flex flex-col">
                {files.map((file) => (
                  <FileRow
                    key={file.id}
                    athlete={athlete}
                    file={file}
                    mayEdit={mayEdit}
                    onDialog={(kind) => setDialog({ kind, file })}
                    onNewVersion={() => choose(file)}
                  />
                ))}
              </ul>
            )
          }
        </Loaded>
      </div>
      <FileDialogs
        athlete={athlete}
        dialog={dialog}
        onPreview={(file, version) => setDialog({ kind: 'preview', file, version })}
        // A dialog that another one replaced must not close that one.
        onClose={(kind) => setDialog((open) => (open?.kind === kind ? undefined : open))}
      />
    </Panel>
  )
}
