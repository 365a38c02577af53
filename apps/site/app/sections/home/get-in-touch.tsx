import { ContourLines } from '@sherpa/ui/contour-lines'
import type { SyntheticEvent } from 'react'
import captions from '../../../art/film/captions.vtt?url'
import film from '../../../art/film/film.mp4?url'
import poster from '../../../art/film/poster.webp?url'
import { getInTouch } from '../../content/home'
import { CONTACT_VIDEO_URL } from '../../settings'

const { title, lead, newsletter } = getInTouch

export function GetInTouch() {
  return (
    <section aria-labelledby="get-in-touch" className="on-dark section-space relative isolate overflow-clip">
      <ContourLines />
      <div className="page-width grid items-center gap-x-16 gap-y-12 lg:grid-cols-[1fr_1.5fr]">
        <div>
          <h2 id="get-in-touch" className="text-heading">
            {title}
          </h2>
          <p className="mt-4 max-w-md text-lg">{lead}</p>
          <Newsletter />
        </div>
        <Film />
      </div>
    </section>
  )
}

/** React's types know `loading` for images only. */
const posterWhenNear = { loading: 'lazy' }

/** Downloads nothing before play; the poster loads when near or idle. */
function Film() {
  return (
    <div className="aspect-video overflow-clip rounded-lg border border-ink-line bg-ink-raised">
      <video
        {...posterWhenNear}
        controls
        playsInline
        preload="none"
        poster={poster}
        aria-label={`${getInTouch.film.title}. ${getInTouch.film.description}`}
        src={CONTACT_VIDEO_URL || film}
        onPlay={showCaptions}
        className="size-full"
      >
        {/* An external film must embed its captions. */}
        {!CONTACT_VIDEO_URL && <track kind="captions" srcLang="en" label="English" src={captions} />}
      </video>
    </div>
  )
}

/** Not a `default` track, which would load with the page. */
function showCaptions({ currentTarget: { textTracks } }: SyntheticEvent<HTMLVideoElement>) {
  if (textTracks[0]?.mode === 'disabled') textTracks[0].mode = 'showing'
}

/** Spec §2: email input with a submit arrow that sends nothing. `method="dialog"` outside a dialog only validates. */
function Newsletter() {
  return (
    <form method="dialog" className="mt-10 max-w-md">
      <h3 className="text-xl">{newsletter.title}</h3>
      <div className="mt-3 flex gap-2">
        <input
          type="email"
          required
          aria-label={newsletter.label}
          placeholder={newsletter.placeholder}
          autoComplete="email"
          className="min-h-12 w-full min-w-0 rounded-md border border-line-strong bg-ink-raised px-4 text-white placeholder:text-mist"
        />
        <button
          type="submit"
          aria-label={newsletter.submit}
          className="grid size-12 shrink-0 cursor-pointer place-items-center rounded-md bg-glacier text-white transition-colors hover:bg-glacier-deep"
        >
          <svg aria-hidden="true" viewBox="0 0 20 20" className="size-5 fill-none stroke-current" strokeWidth="2">
            <path d="M3 10h13M11 4l6 6-6 6" />
          </svg>
        </button>
      </div>
    </form>
  )
}
