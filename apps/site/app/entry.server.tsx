import { renderToReadableStream } from 'react-dom/server'
import { type EntryContext, ServerRouter } from 'react-router'

/** Build-time rendering. Waits for the whole page, so that the HTML needs no streaming scripts. */
export default async function renderPage(
  request: Request,
  status: number,
  headers: Headers,
  routerContext: EntryContext,
) {
  const page = await renderToReadableStream(<ServerRouter context={routerContext} url={request.url} />, {
    // Never outline large Suspense boundaries, which a script would have to move.
    progressiveChunkSize: Number.POSITIVE_INFINITY,
    onError(error) {
      throw error
    },
  })
  await page.allReady
  headers.set('Content-Type', 'text/html; charset=utf-8')
  return new Response(page, { headers, status })
}
