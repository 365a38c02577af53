import { filesApi } from '@sherpa/api-client/files'
import { upload } from '@sherpa/api-client/upload'
import { type Athlete, athleteName } from '@sherpa/contracts/athlete'
import { pictureTypes } from '@sherpa/contracts/file'
import { fileOperations } from '@sherpa/contracts/file-operations'
import { MenuButton } from '@sherpa/ui/menu-button'
import { showToast } from '@sherpa/ui/toast-area'
import { ToolIcon } from '@sherpa/ui/tool-icon'
import { useRef } from 'react'
import { useAction } from '../../../data/use-action.ts'
import { useOrganization } from '../../../frame/account-context.ts'
import { MenuItem } from '../../../list/row-menu.tsx'
import { useAppDispatch } from '../../../store.ts'
import { AthleteAvatar } from './athlete-avatar.tsx'
import { squarePicture, UnusablePicture } from './square-picture.ts'

/** The picture in the header of a record, with actions for editors. */
export function PictureMenu({ athlete }: { athlete: Athlete }) {
  const { id: organization } = useOrganization()
  const dispatch = useAppDispatch()
  const [removePicture] = filesApi.useRemovePictureMutation()
  const { busy, run } = useAction()
  const chooser = useRef<HTMLInputElement>(null)
  const of = { organization, athlete: athlete.id }
  if (!athlete.editable) return <AthleteAvatar athlete={athlete} size="large" />

  const set = (file: File) =>
    run(async () => {
      try {
        const body = await squarePicture(file)
        const watch = { signal: new AbortController().signal, onProgress: () => undefined }
        await dispatch(upload(fileOperations.setPicture, { ...of, body }, watch))
        showToast('success', 'Picture saved.')
      } catch (error) {
        if (!(error instanceof UnusablePicture)) throw error
        showToast('error', error.message)
      }
    })

  return (
    <>
      <MenuButton
        buttonClass={`group relative block shrink-0 cursor-pointer rounded-full ${busy ? 'opacity-60' : ''}`}
        label={
          <>
            <AthleteAvatar athlete={athlete} size="large" />
            <span className="sr-only">Picture of {athleteName(athlete)}</span>
            <span className="absolute -right-0.5 -bottom-0.5 grid size-5 place-items-center rounded-full border border-line bg-ground text-slate group-hover:text-ink">
              <ToolIcon name="picture" className="size-3" />
            </span>
          </>
        }
      >
        <MenuItem onClick={() => chooser.current?.click()}>
          {athlete.picture ? 'Change picture' : 'Add picture'}
        </MenuItem>
        {athlete.picture && (
          <MenuItem onClick={() => run(() => removePicture(of).unwrap(), 'Picture removed.')}>Remove picture</MenuItem>
        )}
        <p className="px-2.5 py-1 text-xs text-grey">
          JPEG, PNG or WebP, up to 5 MB. Visible to everyone who can see the record.
        </p>
      </MenuButton>
      <input
        ref={chooser}
        type="file"
        hidden
        aria-label="Picture"
        accept={pictureTypes.join()}
        onChange={({ target }) => {
          const [file] = target.files ?? []
          // Allows choosing the same file again.
          target.value = ''
          if (file) void set(file)
        }}
      />
    </>
  )
}
