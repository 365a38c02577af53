import { filesApi } from '@sherpa/api-client/files'
import { endingOf, type FileVersion, fileChange, isImage, isPdf, type KeptFile } from '@sherpa/contracts/file'
import { Button } from '@sherpa/ui/button'
import { Checkbox } from '@sherpa/ui/choice'
import { Dialog, DialogActions } from '@sherpa/ui/dialog'
import { showToast } from '@sherpa/ui/toast-area'
import { KeptPicture } from '../../../data/kept-picture.tsx'
import { Moment } from '../../../data/moments.tsx'
import { ConfirmDialog } from '../../../forms/confirm-dialog.tsx'
import { FormMessage } from '../../../forms/form-message.tsx'
import { SubmitActions } from '../../../forms/submit-actions.tsx'
import { TextField } from '../../../forms/text-field.tsx'
import { useForm } from '../../../forms/use-form.ts'
import { useOrganization } from '../../../frame/account-context.ts'
import { Loaded } from '../../../frame/loaded.tsx'
import { PdfDialog } from '../../../pdf/pdf-dialog.tsx'
import { sizeInWords } from './file-words.ts'
import { useOpenFile } from './use-open-file.ts'

export type DialogKind = 'preview' | 'versions' | 'views' | 'edit' | 'remove'
/** Without a version: the latest. */
export type OpenDialog = { kind: DialogKind; file: KeptFile; version?: FileVersion }

/** The dialogs of a file, one at a time. */
export function FileDialogs({
  athlete,
  dialog,
  onPreview,
  onClose,
}: {
  athlete: string
  dialog: OpenDialog | undefined
  onPreview: (file: KeptFile, version: FileVersion) => void
  onClose: (kind: DialogKind) => void
}) {
  const { id: organization } = useOrganization()
  const [removeFile] = filesApi.useRemoveFileMutation()
  const { kind, file } = dialog ?? {}
  const name = file?.name ?? ''

  async function remove() {
    if (!file) return
    await removeFile({ organization, athlete, file: file.id }).unwrap()
    showToast('success', `${name} was removed.`)
  }

  return (
    <>
      <Preview
        athlete={athlete}
        file={kind === 'preview' ? file : undefined}
        version={dialog?.version ?? file?.versions[0]}
        onClose={() => onClose('preview')}
      />
      <Dialog open={kind === 'versions'} title={`Versions of ${name}`} onClose={() => onClose('versions')}>
        {file && <Versions athlete={athlete} file={file} onPreview={onPreview} />}
        <CloseAction onClose={() => onClose('versions')} />
      </Dialog>
      <Dialog open={kind === 'views'} title={`Who opened ${name}`} onClose={() => onClose('views')}>
        {file && <Views athlete={athlete} file={file} />}
        <CloseAction onClose={() => onClose('views')} />
      </Dialog>
      <Dialog open={kind === 'edit'} title={`Edit ${name}`} onClose={() => onClose('edit')}>
        {file && <Edit athlete={athlete} file={file} onClose={() => onClose('edit')} />}
      </Dialog>
      <ConfirmDialog
        open={kind === 'remove'}
        title={`Remove ${name}?`}
        confirm="Remove"
        confirming="Removing…"
        onConfirm={remove}
        onClose={() => onClose('remove')}
      >
        <p>
          {file && file.versions.length > 1 ? `All ${file.versions.length} versions are` : 'The file is'} permanently
          deleted. This cannot be undone.
        </p>
      </ConfirmDialog>
    </>
  )
}

function CloseAction({ onClose }: { onClose: () => void }) {
  return (
    <DialogActions>
      <Button look="secondary" onClick={onClose}>
        Close
      </Button>
    </DialogActions>
  )
}

function Preview({
  athlete,
  file,
  version,
  onClose,
}: {
  athlete: string
  file: KeptFile | undefined
  version: FileVersion | undefined
  onClose: () => void
}) {
  const { addressOf } = useOpenFile(athlete)
  const address = async () => (file && version ? addressOf(file, version) : '')
  const name = file?.name ?? ''
  const pdf = file !== undefined && isPdf(file.type)
  return (
    <>
      <PdfDialog open={pdf} name={name} addressOf={address} onClose={onClose} />
      <Dialog open={file !== undefined && !pdf} title={name} onClose={onClose}>
        {version && <KeptPicture id={version.id} name={name} addressOf={address} />}
        <CloseAction onClose={onClose} />
      </Dialog>
    </>
  )
}

function Versions({
  athlete,
  file,
  onPreview,
}: {
  athlete: string
  file: KeptFile
  onPreview: (file: KeptFile, version: FileVersion) => void
}) {
  const { download } = useOpenFile(athlete)
  return (
    <ul className="flex flex-col">
      {file.versions.map((version) => (
        <li
          key={version.id}
          className="flex flex-wrap items-center gap-x-4 gap-y-1 border-b border-line-soft py-2 text-sm last:border-0"
        >
          <div className="min-w-0 flex-1 basis-40">
            <p className="font-medium text-ink">Version {version.number}</p>
            <p className="text-xs text-grey">
              {sizeInWords(version.size)}, <Moment at={version.addedAt} />
              {version.addedBy && `, by ${version.addedBy.name}`}
            </p>
          </div>
          {(isImage(file.type) || isPdf(file.type)) && (
            <Button
              look="secondary"
              size="small"
              aria-label={`Show version ${version.number}`}
              onClick={() => onPreview(file, version)}
            >
              Show
            </Button>
          )}
          <Button
            look="secondary"
            size="small"
            aria-label={`Download version ${version.number}`}
            onClick={() => download(file, version)}
          >
            Download
          </Button>
        </li>
      ))}
    </ul>
  )
}

function Views({ athlete, file }: { athlete: string; file: KeptFile }) {
  const { id: organization } = useOrganization()
  const views = filesApi.useFileViewsQuery(
    { organization, athlete, file: file.id },
    { refetchOnMountOrArgChange: true },
  )
  return (
    <Loaded query={views}>
      {({ views }) =>
        views.length === 0 ? (
          <p>Nobody has opened this file yet.</p>
        ) : (
          <ul className="flex flex-col">
            {views.map(({ id, at, person, version }) => (
              <li
                key={id}
                className="flex flex-wrap justify-between gap-x-4 border-b border-line-soft py-1.5 text-sm last:border-0"
              >
                <span className="min-w-0 font-medium break-words text-ink">{person?.name ?? 'Deleted account'}</span>
                <span className="text-grey">
                  {file.versions.length > 1 && `Version ${version}, `}
                  <Moment at={at} />
                </span>
              </li>
            ))}
          </ul>
        )
      }
    </Loaded>
  )
}

function Edit({ athlete, file, onClose }: { athlete: string; file: KeptFile; onClose: () => void }) {
  const { id: organization, may } = useOrganization()
  const [changeFile] = filesApi.useChangeFileMutation()
  const { errors, failureText, busy, formProps } = useForm({
    schema: fileChange,
    read: ({ private: isPrivate, ...typed }) =>
      may('athletes.sensitive') ? { ...typed, private: isPrivate === 'on' } : typed,
    send: async (body) => {
      await changeFile({ organization, athlete, file: file.id, body }).unwrap()
      onClose()
    },
  })
  return (
    <form {...formProps} className="flex flex-col gap-4">
      <FormMessage failure={failureText} />
      <TextField
        name="name"
        label="Name"
        hint={`The extension .${endingOf(file.name)} is added if you leave it out.`}
        defaultValue={file.name}
        maxLength={150}
        autoComplete="off"
        errors={errors}
      />
      {may('athletes.sensitive') && (
        <Checkbox name="private" defaultChecked={file.private}>
          Private: only people who see birth dates and contacts
        </Checkbox>
      )}
      <SubmitActions label="Save" busyLabel="Saving…" busy={busy} onCancel={onClose} />
    </form>
  )
}
