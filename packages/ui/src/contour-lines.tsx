/** Background of dark bands: faint contour lines. */
export function ContourLines() {
  return (
    <svg
      aria-hidden="true"
      viewBox="0 0 800 600"
      preserveAspectRatio="xMaxYMid slice"
      className="absolute inset-0 -z-10 size-full fill-none stroke-ink-line opacity-70"
    >
      {rings.map((d) => (
        <path key={d} d={d} vectorEffect="non-scaling-stroke" />
      ))}
    </svg>
  )
}

const rings = [
  'M566 300c2-30 30-52 60-50s56 24 54 54-28 48-60 46-56-20-54-50Z',
  'M526 304c0-50 44-92 98-92s104 34 104 90-46 88-104 90-98-38-98-88Z',
  'M482 306c-4-72 60-134 140-136s156 50 158 132-70 132-156 134-138-58-142-130Z',
  'M434 310c-8-96 76-180 186-184s212 66 214 176-94 178-212 182-180-78-188-174Z',
  'M382 316c-14-124 92-230 236-236s270 84 272 222-120 226-270 232-224-94-238-218Z',
  'M324 324c-22-154 106-284 290-292s332 102 336 270-148 276-336 284-268-108-290-262Z',
  'M260 334c-30-188 122-342 350-352s398 122 404 320-178 328-406 338-318-118-348-306Z',
  'M190 346c-40-226 138-404 414-416s468 144 476 372-210 382-484 394-366-124-406-350Z',
]
