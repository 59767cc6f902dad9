; mark b as unroll
; mark a as grid
declare i32 @llvm.umax.i32(i32, i32)
define void @reduce_3_4_64_over_8(ptr %bufs, ptr %vars, ptr noalias %scratch, i64 %begin, i64 %end) #0 {
entry:
  %d0_at = getelementptr inbounds ptr, ptr %bufs, i64 0
  %d0 = load ptr, ptr %d0_at, align 8, !invariant.load !{}
  %d1_at = getelementptr inbounds ptr, ptr %bufs, i64 1
  %d1 = load ptr, ptr %d1_at, align 8, !invariant.load !{}
  %d2_at = getelementptr inbounds ptr, ptr %bufs, i64 2
  %d2 = load ptr, ptr %d2_at, align 8, !invariant.load !{}
  %acc93 = alloca i32
  %acc94 = alloca i32
  %acc95 = alloca i32
  %acc96 = alloca i32
  %acc97 = alloca i32
  %acc98 = alloca i32
  %acc99 = alloca i32
  %acc100 = alloca i32
  %acc220 = alloca i32
  %acc223 = alloca i32
  %acc226 = alloca i32
  %acc229 = alloca i32
  %v0 = trunc i64 0 to i32
  %v1 = mul i32 %v0, 64
  %v2 = getelementptr inbounds i32, ptr %d1, i64 0
  %v3 = load i32, ptr %v2, align 4
  %v4 = sub i32 %v3, 1
  %v5 = and i32 %v1, %v4
  %v6 = sub i32 %v1, %v5
  %v7 = add i32 %v6, %v3
  %v8 = icmp ult i32 %v7, 256
  %v9 = select i1 %v8, i32 %v7, i32 256
  %v10 = lshr i32 %v3, 1
  %v11 = add i32 %v6, %v10
  %v12 = icmp ult i32 %v11, 256
  %v13 = select i1 %v12, i32 %v11, i32 256
  %v14 = sub i32 %v9, %v13
  %v15 = icmp ult i32 %v14, %v5
  %v16 = sub i32 %v5, %v14
  %v17 = select i1 %v15, i32 %v16, i32 0
  %v18 = sub i32 %v13, %v6
  %v19 = add i32 %v13, %v5
  %v20 = add i32 %v19, %v6
  %v21 = trunc i64 1 to i32
  %v22 = mul i32 %v21, 64
  %v23 = and i32 %v22, %v4
  %v24 = sub i32 %v22, %v23
  %v25 = add i32 %v24, %v3
  %v26 = icmp ult i32 %v25, 256
  %v27 = select i1 %v26, i32 %v25, i32 256
  %v28 = add i32 %v24, %v10
  %v29 = icmp ult i32 %v28, 256
  %v30 = select i1 %v29, i32 %v28, i32 256
  %v31 = sub i32 %v27, %v30
  %v32 = icmp ult i32 %v31, %v23
  %v33 = sub i32 %v23, %v31
  %v34 = select i1 %v32, i32 %v33, i32 0
  %v35 = sub i32 %v30, %v24
  %v36 = add i32 %v30, %v23
  %v37 = add i32 %v36, %v24
  %v38 = trunc i64 2 to i32
  %v39 = mul i32 %v38, 64
  %v40 = and i32 %v39, %v4
  %v41 = sub i32 %v39, %v40
  %v42 = add i32 %v41, %v3
  %v43 = icmp ult i32 %v42, 256
  %v44 = select i1 %v43, i32 %v42, i32 256
  %v45 = add i32 %v41, %v10
  %v46 = icmp ult i32 %v45, 256
  %v47 = select i1 %v46, i32 %v45, i32 256
  %v48 = sub i32 %v44, %v47
  %v49 = icmp ult i32 %v48, %v40
  %v50 = sub i32 %v40, %v48
  %v51 = select i1 %v49, i32 %v50, i32 0
  %v52 = sub i32 %v47, %v41
  %v53 = add i32 %v47, %v40
  %v54 = add i32 %v53, %v41
  %v55 = trunc i64 3 to i32
  %v56 = mul i32 %v55, 64
  %v57 = and i32 %v56, %v4
  %v58 = sub i32 %v56, %v57
  %v59 = add i32 %v58, %v3
  %v60 = icmp ult i32 %v59, 256
  %v61 = select i1 %v60, i32 %v59, i32 256
  %v62 = add i32 %v58, %v10
  %v63 = icmp ult i32 %v62, 256
  %v64 = select i1 %v63, i32 %v62, i32 256
  %v65 = sub i32 %v61, %v64
  %v66 = icmp ult i32 %v65, %v57
  %v67 = sub i32 %v57, %v65
  %v68 = select i1 %v66, i32 %v67, i32 0
  %v69 = sub i32 %v64, %v58
  %v70 = add i32 %v64, %v57
  %v71 = add i32 %v70, %v58
  br label %g0.head
g0.head:
  %g0 = phi i64 [ %begin, %entry ], [ %g0.next, %g0.last ]
  %g0.more = icmp slt i64 %g0, %end
  br i1 %g0.more, label %g0.body, label %g0.done
g0.body:
  %v72 = mul nsw i64 %g0, 256
  store i32 %v17, ptr %acc93
  store i32 0, ptr %acc94
  store i32 %v34, ptr %acc95
  store i32 0, ptr %acc96
  store i32 %v51, ptr %acc97
  store i32 0, ptr %acc98
  store i32 %v68, ptr %acc99
  store i32 0, ptr %acc100
  br label %r1.head
r1.head:
  %r1 = phi i64 [ 0, %g0.body ], [ %r1.next, %r1.last ]
  %r1.more = icmp slt i64 %r1, 8
  br i1 %r1.more, label %r1.body, label %r1.done
r1.body:
  %v73 = load i32, ptr %acc93
  %v74 = mul nsw i64 %r1, -1
  %v75 = add nsw i64 %v74, 7
  %v76 = trunc i64 %v75 to i32
  %v77 = shl i32 1, %v76
  %v78 = add i32 %v73, %v77
  %v79 = icmp ult i32 %v5, %v78
  %v80 = xor i1 %v79, true
  %v81 = icmp ult i32 %v18, %v78
  %v82 = xor i1 %v81, true
  %v83 = and i1 %v80, %v82
  %v84 = sub i32 %v19, %v78
  %v85 = icmp ult i32 %v84, 255
  %v86 = select i1 %v85, i32 %v84, i32 255
  %v87 = zext i32 %v86 to i64
  %v88 = add nsw i64 %v72, %v87
  %v89 = getelementptr inbounds i64, ptr %d2, i64 %v88
  %v90 = load i64, ptr %v89, align 8
  %v91 = add i32 %v6, %v78
  %v92 = sub i32 %v91, 1
  %v93 = icmp ult i32 %v92, 255
  %v94 = select i1 %v93, i32 %v92, i32 255
  %v95 = zext i32 %v94 to i64
  %v96 = add nsw i64 %v72, %v95
  %v97 = getelementptr inbounds i64, ptr %d2, i64 %v96
  %v98 = load i64, ptr %v97, align 8
  %v99 = icmp ult i64 %v90, %v98
  %v100 = xor i1 %v99, true
  %v101 = and i1 %v83, %v100
  %v102 = select i1 %v101, i32 %v78, i32 %v73
  store i32 %v102, ptr %acc93
  %v103 = load i32, ptr %acc94
  %v104 = call i32 @llvm.umax.i32(i32 %v103, i32 %v102)
  store i32 %v104, ptr %acc94
  %v105 = load i32, ptr %acc95
  %v106 = add i32 %v105, %v77
  %v107 = icmp ult i32 %v23, %v106
  %v108 = xor i1 %v107, true
  %v109 = icmp ult i32 %v35, %v106
  %v110 = xor i1 %v109, true
  %v111 = and i1 %v108, %v110
  %v112 = sub i32 %v36, %v106
  %v113 = icmp ult i32 %v112, 255
  %v114 = select i1 %v113, i32 %v112, i32 255
  %v115 = zext i32 %v114 to i64
  %v116 = add nsw i64 %v72, %v115
  %v117 = getelementptr inbounds i64, ptr %d2, i64 %v116
  %v118 = load i64, ptr %v117, align 8
  %v119 = add i32 %v24, %v106
  %v120 = sub i32 %v119, 1
  %v121 = icmp ult i32 %v120, 255
  %v122 = select i1 %v121, i32 %v120, i32 255
  %v123 = zext i32 %v122 to i64
  %v124 = add nsw i64 %v72, %v123
  %v125 = getelementptr inbounds i64, ptr %d2, i64 %v124
  %v126 = load i64, ptr %v125, align 8
  %v127 = icmp ult i64 %v118, %v126
  %v128 = xor i1 %v127, true
  %v129 = and i1 %v111, %v128
  %v130 = select i1 %v129, i32 %v106, i32 %v105
  store i32 %v130, ptr %acc95
  %v131 = load i32, ptr %acc96
  %v132 = call i32 @llvm.umax.i32(i32 %v131, i32 %v130)
  store i32 %v132, ptr %acc96
  %v133 = load i32, ptr %acc97
  %v134 = add i32 %v133, %v77
  %v135 = icmp ult i32 %v40, %v134
  %v136 = xor i1 %v135, true
  %v137 = icmp ult i32 %v52, %v134
  %v138 = xor i1 %v137, true
  %v139 = and i1 %v136, %v138
  %v140 = sub i32 %v53, %v134
  %v141 = icmp ult i32 %v140, 255
  %v142 = select i1 %v141, i32 %v140, i32 255
  %v143 = zext i32 %v142 to i64
  %v144 = add nsw i64 %v72, %v143
  %v145 = getelementptr inbounds i64, ptr %d2, i64 %v144
  %v146 = load i64, ptr %v145, align 8
  %v147 = add i32 %v41, %v134
  %v148 = sub i32 %v147, 1
  %v149 = icmp ult i32 %v148, 255
  %v150 = select i1 %v149, i32 %v148, i32 255
  %v151 = zext i32 %v150 to i64
  %v152 = add nsw i64 %v72, %v151
  %v153 = getelementptr inbounds i64, ptr %d2, i64 %v152
  %v154 = load i64, ptr %v153, align 8
  %v155 = icmp ult i64 %v146, %v154
  %v156 = xor i1 %v155, true
  %v157 = and i1 %v139, %v156
  %v158 = select i1 %v157, i32 %v134, i32 %v133
  store i32 %v158, ptr %acc97
  %v159 = load i32, ptr %acc98
  %v160 = call i32 @llvm.umax.i32(i32 %v159, i32 %v158)
  store i32 %v160, ptr %acc98
  %v161 = load i32, ptr %acc99
  %v162 = add i32 %v161, %v77
  %v163 = icmp ult i32 %v57, %v162
  %v164 = xor i1 %v163, true
  %v165 = icmp ult i32 %v69, %v162
  %v166 = xor i1 %v165, true
  %v167 = and i1 %v164, %v166
  %v168 = sub i32 %v70, %v162
  %v169 = icmp ult i32 %v168, 255
  %v170 = select i1 %v169, i32 %v168, i32 255
  %v171 = zext i32 %v170 to i64
  %v172 = add nsw i64 %v72, %v171
  %v173 = getelementptr inbounds i64, ptr %d2, i64 %v172
  %v174 = load i64, ptr %v173, align 8
  %v175 = add i32 %v58, %v162
  %v176 = sub i32 %v175, 1
  %v177 = icmp ult i32 %v176, 255
  %v178 = select i1 %v177, i32 %v176, i32 255
  %v179 = zext i32 %v178 to i64
  %v180 = add nsw i64 %v72, %v179
  %v181 = getelementptr inbounds i64, ptr %d2, i64 %v180
  %v182 = load i64, ptr %v181, align 8
  %v183 = icmp ult i64 %v174, %v182
  %v184 = xor i1 %v183, true
  %v185 = and i1 %v167, %v184
  %v186 = select i1 %v185, i32 %v162, i32 %v161
  store i32 %v186, ptr %acc99
  %v187 = load i32, ptr %acc100
  %v188 = call i32 @llvm.umax.i32(i32 %v187, i32 %v186)
  store i32 %v188, ptr %acc100
  br label %r1.last
r1.last:
  %r1.next = add nsw i64 %r1, 1
  br label %r1.head
r1.done:
  %v189 = load i32, ptr %acc94
  %v190 = add i32 %v6, %v189
  store i32 %v190, ptr %acc220
  %v191 = load i32, ptr %acc96
  %v192 = add i32 %v24, %v191
  store i32 %v192, ptr %acc223
  %v193 = load i32, ptr %acc98
  %v194 = add i32 %v41, %v193
  store i32 %v194, ptr %acc226
  %v195 = load i32, ptr %acc100
  %v196 = add i32 %v58, %v195
  store i32 %v196, ptr %acc229
  br label %i2.head
i2.head:
  %i2 = phi i64 [ 0, %r1.done ], [ %i2.next, %i2.last ]
  %i2.more = icmp slt i64 %i2, 64
  br i1 %i2.more, label %i2.body, label %i2.done
i2.body:
  %v197 = add nsw i64 %v72, %i2
  %v198 = getelementptr inbounds i64, ptr %d0, i64 %v197
  %v199 = load i32, ptr %acc220
  %v200 = icmp ult i32 %v199, %v13
  %v201 = trunc i64 %i2 to i32
  %v202 = add i32 %v20, %v201
  %v203 = sub i32 %v202, %v199
  %v204 = icmp ult i32 %v203, %v9
  %v205 = icmp ult i32 %v203, 255
  %v206 = select i1 %v205, i32 %v203, i32 255
  %v207 = zext i32 %v206 to i64
  %v208 = add nsw i64 %v72, %v207
  %v209 = getelementptr inbounds i64, ptr %d2, i64 %v208
  %v210 = load i64, ptr %v209, align 8
  %v211 = icmp ult i32 %v199, 255
  %v212 = select i1 %v211, i32 %v199, i32 255
  %v213 = zext i32 %v212 to i64
  %v214 = add nsw i64 %v72, %v213
  %v215 = getelementptr inbounds i64, ptr %d2, i64 %v214
  %v216 = load i64, ptr %v215, align 8
  %v217 = icmp ult i64 %v210, %v216
  %v218 = and i1 %v204, %v217
  %v219 = xor i1 %v218, true
  %v220 = and i1 %v200, %v219
  %v221 = select i1 %v220, i64 %v216, i64 %v210
  store i64 %v221, ptr %v198, align 8
  %v222 = zext i1 %v220 to i32
  %v223 = add i32 %v199, %v222
  store i32 %v223, ptr %acc220
  %v224 = getelementptr i64, ptr %d0, i64 %v197
  %v225 = getelementptr i64, ptr %v224, i64 64
  %v226 = load i32, ptr %acc223
  %v227 = icmp ult i32 %v226, %v30
  %v228 = add i32 %v37, %v201
  %v229 = sub i32 %v228, %v226
  %v230 = icmp ult i32 %v229, %v27
  %v231 = icmp ult i32 %v229, 255
  %v232 = select i1 %v231, i32 %v229, i32 255
  %v233 = zext i32 %v232 to i64
  %v234 = add nsw i64 %v72, %v233
  %v235 = getelementptr inbounds i64, ptr %d2, i64 %v234
  %v236 = load i64, ptr %v235, align 8
  %v237 = icmp ult i32 %v226, 255
  %v238 = select i1 %v237, i32 %v226, i32 255
  %v239 = zext i32 %v238 to i64
  %v240 = add nsw i64 %v72, %v239
  %v241 = getelementptr inbounds i64, ptr %d2, i64 %v240
  %v242 = load i64, ptr %v241, align 8
  %v243 = icmp ult i64 %v236, %v242
  %v244 = and i1 %v230, %v243
  %v245 = xor i1 %v244, true
  %v246 = and i1 %v227, %v245
  %v247 = select i1 %v246, i64 %v242, i64 %v236
  store i64 %v247, ptr %v225, align 8
  %v248 = zext i1 %v246 to i32
  %v249 = add i32 %v226, %v248
  store i32 %v249, ptr %acc223
  %v250 = getelementptr i64, ptr %v224, i64 128
  %v251 = load i32, ptr %acc226
  %v252 = icmp ult i32 %v251, %v47
  %v253 = add i32 %v54, %v201
  %v254 = sub i32 %v253, %v251
  %v255 = icmp ult i32 %v254, %v44
  %v256 = icmp ult i32 %v254, 255
  %v257 = select i1 %v256, i32 %v254, i32 255
  %v258 = zext i32 %v257 to i64
  %v259 = add nsw i64 %v72, %v258
  %v260 = getelementptr inbounds i64, ptr %d2, i64 %v259
  %v261 = load i64, ptr %v260, align 8
  %v262 = icmp ult i32 %v251, 255
  %v263 = select i1 %v262, i32 %v251, i32 255
  %v264 = zext i32 %v263 to i64
  %v265 = add nsw i64 %v72, %v264
  %v266 = getelementptr inbounds i64, ptr %d2, i64 %v265
  %v267 = load i64, ptr %v266, align 8
  %v268 = icmp ult i64 %v261, %v267
  %v269 = and i1 %v255, %v268
  %v270 = xor i1 %v269, true
  %v271 = and i1 %v252, %v270
  %v272 = select i1 %v271, i64 %v267, i64 %v261
  store i64 %v272, ptr %v250, align 8
  %v273 = zext i1 %v271 to i32
  %v274 = add i32 %v251, %v273
  store i32 %v274, ptr %acc226
  %v275 = getelementptr i64, ptr %v224, i64 192
  %v276 = load i32, ptr %acc229
  %v277 = icmp ult i32 %v276, %v64
  %v278 = add i32 %v71, %v201
  %v279 = sub i32 %v278, %v276
  %v280 = icmp ult i32 %v279, %v61
  %v281 = icmp ult i32 %v279, 255
  %v282 = select i1 %v281, i32 %v279, i32 255
  %v283 = zext i32 %v282 to i64
  %v284 = add nsw i64 %v72, %v283
  %v285 = getelementptr inbounds i64, ptr %d2, i64 %v284
  %v286 = load i64, ptr %v285, align 8
  %v287 = icmp ult i32 %v276, 255
  %v288 = select i1 %v287, i32 %v276, i32 255
  %v289 = zext i32 %v288 to i64
  %v290 = add nsw i64 %v72, %v289
  %v291 = getelementptr inbounds i64, ptr %d2, i64 %v290
  %v292 = load i64, ptr %v291, align 8
  %v293 = icmp ult i64 %v286, %v292
  %v294 = and i1 %v280, %v293
  %v295 = xor i1 %v294, true
  %v296 = and i1 %v277, %v295
  %v297 = select i1 %v296, i64 %v292, i64 %v286
  store i64 %v297, ptr %v275, align 8
  %v298 = zext i1 %v296 to i32
  %v299 = add i32 %v276, %v298
  store i32 %v299, ptr %acc229
  br label %i2.last
i2.last:
  %i2.next = add nsw i64 %i2, 1
  br label %i2.head
i2.done:
  br label %g0.last
g0.last:
  %g0.next = add nsw i64 %g0, 1
  br label %g0.head
g0.done:
  ret void
}
attributes #0 = { nounwind "prefer-vector-width"="512" }
