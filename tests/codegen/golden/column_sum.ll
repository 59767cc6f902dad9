; split 0 by 16 as vector
; split 2 by 4 as unroll
; split 1 by 8 as unroll
; mark 4 as grid
define void @reduce_256_over_512(ptr %bufs, ptr %vars, ptr noalias %scratch, i64 %begin, i64 %end) #0 {
entry:
  %d0_at = getelementptr inbounds ptr, ptr %bufs, i64 0
  %d0 = load ptr, ptr %d0_at, align 8, !invariant.load !{}
  %d1_at = getelementptr inbounds ptr, ptr %bufs, i64 1
  %d1 = load ptr, ptr %d1_at, align 8, !invariant.load !{}
  %acc40 = alloca <16 x float>
  %acc41 = alloca <16 x float>
  %acc42 = alloca <16 x float>
  %acc43 = alloca <16 x float>
  %acc44 = alloca <16 x float>
  %acc45 = alloca <16 x float>
  %acc46 = alloca <16 x float>
  %acc47 = alloca <16 x float>
  %acc48 = alloca <16 x float>
  %acc49 = alloca <16 x float>
  %acc50 = alloca <16 x float>
  %acc51 = alloca <16 x float>
  %acc52 = alloca <16 x float>
  %acc53 = alloca <16 x float>
  %acc54 = alloca <16 x float>
  %acc55 = alloca <16 x float>
  %acc56 = alloca <16 x float>
  %acc57 = alloca <16 x float>
  %acc58 = alloca <16 x float>
  %acc59 = alloca <16 x float>
  %acc60 = alloca <16 x float>
  %acc61 = alloca <16 x float>
  %acc62 = alloca <16 x float>
  %acc63 = alloca <16 x float>
  %acc64 = alloca <16 x float>
  %acc65 = alloca <16 x float>
  %acc66 = alloca <16 x float>
  %acc67 = alloca <16 x float>
  %acc68 = alloca <16 x float>
  %acc69 = alloca <16 x float>
  %acc70 = alloca <16 x float>
  %acc71 = alloca <16 x float>
  br label %g0.head
g0.head:
  %g0 = phi i64 [ %begin, %entry ], [ %g0.next, %g0.last ]
  %g0.more = icmp slt i64 %g0, %end
  br i1 %g0.more, label %g0.body, label %g0.done
g0.body:
  %v0 = mul nsw i64 %g0, 64
  %v1 = getelementptr inbounds float, ptr %d0, i64 %v0
  store <16 x float> splat (float 0x0000000000000000), ptr %acc40
  store <16 x float> splat (float 0x0000000000000000), ptr %acc41
  store <16 x float> splat (float 0x0000000000000000), ptr %acc42
  store <16 x float> splat (float 0x0000000000000000), ptr %acc43
  store <16 x float> splat (float 0x0000000000000000), ptr %acc44
  store <16 x float> splat (float 0x0000000000000000), ptr %acc45
  store <16 x float> splat (float 0x0000000000000000), ptr %acc46
  store <16 x float> splat (float 0x0000000000000000), ptr %acc47
  store <16 x float> splat (float 0x0000000000000000), ptr %acc48
  store <16 x float> splat (float 0x0000000000000000), ptr %acc49
  store <16 x float> splat (float 0x0000000000000000), ptr %acc50
  store <16 x float> splat (float 0x0000000000000000), ptr %acc51
  store <16 x float> splat (float 0x0000000000000000), ptr %acc52
  store <16 x float> splat (float 0x0000000000000000), ptr %acc53
  store <16 x float> splat (float 0x0000000000000000), ptr %acc54
  store <16 x float> splat (float 0x0000000000000000), ptr %acc55
  store <16 x float> splat (float 0x0000000000000000), ptr %acc56
  store <16 x float> splat (float 0x0000000000000000), ptr %acc57
  store <16 x float> splat (float 0x0000000000000000), ptr %acc58
  store <16 x float> splat (float 0x0000000000000000), ptr %acc59
  store <16 x float> splat (float 0x0000000000000000), ptr %acc60
  store <16 x float> splat (float 0x0000000000000000), ptr %acc61
  store <16 x float> splat (float 0x0000000000000000), ptr %acc62
  store <16 x float> splat (float 0x0000000000000000), ptr %acc63
  store <16 x float> splat (float 0x0000000000000000), ptr %acc64
  store <16 x float> splat (float 0x0000000000000000), ptr %acc65
  store <16 x float> splat (float 0x0000000000000000), ptr %acc66
  store <16 x float> splat (float 0x0000000000000000), ptr %acc67
  store <16 x float> splat (float 0x0000000000000000), ptr %acc68
  store <16 x float> splat (float 0x0000000000000000), ptr %acc69
  store <16 x float> splat (float 0x0000000000000000), ptr %acc70
  store <16 x float> splat (float 0x0000000000000000), ptr %acc71
  %v2 = add nsw i64 %v0, 16
  %v3 = getelementptr inbounds float, ptr %d0, i64 %v2
  %v4 = add nsw i64 %v0, 32
  %v5 = getelementptr inbounds float, ptr %d0, i64 %v4
  %v6 = add nsw i64 %v0, 48
  %v7 = getelementptr inbounds float, ptr %d0, i64 %v6
  br label %r1.head
r1.head:
  %r1 = phi i64 [ 0, %g0.body ], [ %r1.next, %r1.last ]
  %r1.more = icmp slt i64 %r1, 64
  br i1 %r1.more, label %r1.body, label %r1.done
r1.body:
  %v8 = mul nsw i64 %r1, 2048
  %v9 = add nsw i64 %v0, %v8
  %v10 = getelementptr inbounds float, ptr %d1, i64 %v9
  %v11 = load <16 x float>, ptr %v10, align 4
  %v12 = load <16 x float>, ptr %acc40
  %v13 = fadd contract <16 x float> %v12, %v11
  store <16 x float> %v13, ptr %acc40
  %v14 = add nsw i64 %v9, 256
  %v15 = getelementptr inbounds float, ptr %d1, i64 %v14
  %v16 = load <16 x float>, ptr %v15, align 4
  %v17 = load <16 x float>, ptr %acc41
  %v18 = fadd contract <16 x float> %v17, %v16
  store <16 x float> %v18, ptr %acc41
  %v19 = add nsw i64 %v9, 512
  %v20 = getelementptr inbounds float, ptr %d1, i64 %v19
  %v21 = load <16 x float>, ptr %v20, align 4
  %v22 = load <16 x float>, ptr %acc42
  %v23 = fadd contract <16 x float> %v22, %v21
  store <16 x float> %v23, ptr %acc42
  %v24 = add nsw i64 %v9, 768
  %v25 = getelementptr inbounds float, ptr %d1, i64 %v24
  %v26 = load <16 x float>, ptr %v25, align 4
  %v27 = load <16 x float>, ptr %acc43
  %v28 = fadd contract <16 x float> %v27, %v26
  store <16 x float> %v28, ptr %acc43
  %v29 = add nsw i64 %v9, 1024
  %v30 = getelementptr inbounds float, ptr %d1, i64 %v29
  %v31 = load <16 x float>, ptr %v30, align 4
  %v32 = load <16 x float>, ptr %acc44
  %v33 = fadd contract <16 x float> %v32, %v31
  store <16 x float> %v33, ptr %acc44
  %v34 = add nsw i64 %v9, 1280
  %v35 = getelementptr inbounds float, ptr %d1, i64 %v34
  %v36 = load <16 x float>, ptr %v35, align 4
  %v37 = load <16 x float>, ptr %acc45
  %v38 = fadd contract <16 x float> %v37, %v36
  store <16 x float> %v38, ptr %acc45
  %v39 = add nsw i64 %v9, 1536
  %v40 = getelementptr inbounds float, ptr %d1, i64 %v39
  %v41 = load <16 x float>, ptr %v40, align 4
  %v42 = load <16 x float>, ptr %acc46
  %v43 = fadd contract <16 x float> %v42, %v41
  store <16 x float> %v43, ptr %acc46
  %v44 = add nsw i64 %v9, 1792
  %v45 = getelementptr inbounds float, ptr %d1, i64 %v44
  %v46 = load <16 x float>, ptr %v45, align 4
  %v47 = load <16 x float>, ptr %acc47
  %v48 = fadd contract <16 x float> %v47, %v46
  store <16 x float> %v48, ptr %acc47
  %v49 = add nsw i64 %v9, 16
  %v50 = getelementptr inbounds float, ptr %d1, i64 %v49
  %v51 = load <16 x float>, ptr %v50, align 4
  %v52 = load <16 x float>, ptr %acc48
  %v53 = fadd contract <16 x float> %v52, %v51
  store <16 x float> %v53, ptr %acc48
  %v54 = add nsw i64 %v9, 272
  %v55 = getelementptr inbounds float, ptr %d1, i64 %v54
  %v56 = load <16 x float>, ptr %v55, align 4
  %v57 = load <16 x float>, ptr %acc49
  %v58 = fadd contract <16 x float> %v57, %v56
  store <16 x float> %v58, ptr %acc49
  %v59 = add nsw i64 %v9, 528
  %v60 = getelementptr inbounds float, ptr %d1, i64 %v59
  %v61 = load <16 x float>, ptr %v60, align 4
  %v62 = load <16 x float>, ptr %acc50
  %v63 = fadd contract <16 x float> %v62, %v61
  store <16 x float> %v63, ptr %acc50
  %v64 = add nsw i64 %v9, 784
  %v65 = getelementptr inbounds float, ptr %d1, i64 %v64
  %v66 = load <16 x float>, ptr %v65, align 4
  %v67 = load <16 x float>, ptr %acc51
  %v68 = fadd contract <16 x float> %v67, %v66
  store <16 x float> %v68, ptr %acc51
  %v69 = add nsw i64 %v9, 1040
  %v70 = getelementptr inbounds float, ptr %d1, i64 %v69
  %v71 = load <16 x float>, ptr %v70, align 4
  %v72 = load <16 x float>, ptr %acc52
  %v73 = fadd contract <16 x float> %v72, %v71
  store <16 x float> %v73, ptr %acc52
  %v74 = add nsw i64 %v9, 1296
  %v75 = getelementptr inbounds float, ptr %d1, i64 %v74
  %v76 = load <16 x float>, ptr %v75, align 4
  %v77 = load <16 x float>, ptr %acc53
  %v78 = fadd contract <16 x float> %v77, %v76
  store <16 x float> %v78, ptr %acc53
  %v79 = add nsw i64 %v9, 1552
  %v80 = getelementptr inbounds float, ptr %d1, i64 %v79
  %v81 = load <16 x float>, ptr %v80, align 4
  %v82 = load <16 x float>, ptr %acc54
  %v83 = fadd contract <16 x float> %v82, %v81
  store <16 x float> %v83, ptr %acc54
  %v84 = add nsw i64 %v9, 1808
  %v85 = getelementptr inbounds float, ptr %d1, i64 %v84
  %v86 = load <16 x float>, ptr %v85, align 4
  %v87 = load <16 x float>, ptr %acc55
  %v88 = fadd contract <16 x float> %v87, %v86
  store <16 x float> %v88, ptr %acc55
  %v89 = add nsw i64 %v9, 32
  %v90 = getelementptr inbounds float, ptr %d1, i64 %v89
  %v91 = load <16 x float>, ptr %v90, align 4
  %v92 = load <16 x float>, ptr %acc56
  %v93 = fadd contract <16 x float> %v92, %v91
  store <16 x float> %v93, ptr %acc56
  %v94 = add nsw i64 %v9, 288
  %v95 = getelementptr inbounds float, ptr %d1, i64 %v94
  %v96 = load <16 x float>, ptr %v95, align 4
  %v97 = load <16 x float>, ptr %acc57
  %v98 = fadd contract <16 x float> %v97, %v96
  store <16 x float> %v98, ptr %acc57
  %v99 = add nsw i64 %v9, 544
  %v100 = getelementptr inbounds float, ptr %d1, i64 %v99
  %v101 = load <16 x float>, ptr %v100, align 4
  %v102 = load <16 x float>, ptr %acc58
  %v103 = fadd contract <16 x float> %v102, %v101
  store <16 x float> %v103, ptr %acc58
  %v104 = add nsw i64 %v9, 800
  %v105 = getelementptr inbounds float, ptr %d1, i64 %v104
  %v106 = load <16 x float>, ptr %v105, align 4
  %v107 = load <16 x float>, ptr %acc59
  %v108 = fadd contract <16 x float> %v107, %v106
  store <16 x float> %v108, ptr %acc59
  %v109 = add nsw i64 %v9, 1056
  %v110 = getelementptr inbounds float, ptr %d1, i64 %v109
  %v111 = load <16 x float>, ptr %v110, align 4
  %v112 = load <16 x float>, ptr %acc60
  %v113 = fadd contract <16 x float> %v112, %v111
  store <16 x float> %v113, ptr %acc60
  %v114 = add nsw i64 %v9, 1312
  %v115 = getelementptr inbounds float, ptr %d1, i64 %v114
  %v116 = load <16 x float>, ptr %v115, align 4
  %v117 = load <16 x float>, ptr %acc61
  %v118 = fadd contract <16 x float> %v117, %v116
  store <16 x float> %v118, ptr %acc61
  %v119 = add nsw i64 %v9, 1568
  %v120 = getelementptr inbounds float, ptr %d1, i64 %v119
  %v121 = load <16 x float>, ptr %v120, align 4
  %v122 = load <16 x float>, ptr %acc62
  %v123 = fadd contract <16 x float> %v122, %v121
  store <16 x float> %v123, ptr %acc62
  %v124 = add nsw i64 %v9, 1824
  %v125 = getelementptr inbounds float, ptr %d1, i64 %v124
  %v126 = load <16 x float>, ptr %v125, align 4
  %v127 = load <16 x float>, ptr %acc63
  %v128 = fadd contract <16 x float> %v127, %v126
  store <16 x float> %v128, ptr %acc63
  %v129 = add nsw i64 %v9, 48
  %v130 = getelementptr inbounds float, ptr %d1, i64 %v129
  %v131 = load <16 x float>, ptr %v130, align 4
  %v132 = load <16 x float>, ptr %acc64
  %v133 = fadd contract <16 x float> %v132, %v131
  store <16 x float> %v133, ptr %acc64
  %v134 = add nsw i64 %v9, 304
  %v135 = getelementptr inbounds float, ptr %d1, i64 %v134
  %v136 = load <16 x float>, ptr %v135, align 4
  %v137 = load <16 x float>, ptr %acc65
  %v138 = fadd contract <16 x float> %v137, %v136
  store <16 x float> %v138, ptr %acc65
  %v139 = add nsw i64 %v9, 560
  %v140 = getelementptr inbounds float, ptr %d1, i64 %v139
  %v141 = load <16 x float>, ptr %v140, align 4
  %v142 = load <16 x float>, ptr %acc66
  %v143 = fadd contract <16 x float> %v142, %v141
  store <16 x float> %v143, ptr %acc66
  %v144 = add nsw i64 %v9, 816
  %v145 = getelementptr inbounds float, ptr %d1, i64 %v144
  %v146 = load <16 x float>, ptr %v145, align 4
  %v147 = load <16 x float>, ptr %acc67
  %v148 = fadd contract <16 x float> %v147, %v146
  store <16 x float> %v148, ptr %acc67
  %v149 = add nsw i64 %v9, 1072
  %v150 = getelementptr inbounds float, ptr %d1, i64 %v149
  %v151 = load <16 x float>, ptr %v150, align 4
  %v152 = load <16 x float>, ptr %acc68
  %v153 = fadd contract <16 x float> %v152, %v151
  store <16 x float> %v153, ptr %acc68
  %v154 = add nsw i64 %v9, 1328
  %v155 = getelementptr inbounds float, ptr %d1, i64 %v154
  %v156 = load <16 x float>, ptr %v155, align 4
  %v157 = load <16 x float>, ptr %acc69
  %v158 = fadd contract <16 x float> %v157, %v156
  store <16 x float> %v158, ptr %acc69
  %v159 = add nsw i64 %v9, 1584
  %v160 = getelementptr inbounds float, ptr %d1, i64 %v159
  %v161 = load <16 x float>, ptr %v160, align 4
  %v162 = load <16 x float>, ptr %acc70
  %v163 = fadd contract <16 x float> %v162, %v161
  store <16 x float> %v163, ptr %acc70
  %v164 = add nsw i64 %v9, 1840
  %v165 = getelementptr inbounds float, ptr %d1, i64 %v164
  %v166 = load <16 x float>, ptr %v165, align 4
  %v167 = load <16 x float>, ptr %acc71
  %v168 = fadd contract <16 x float> %v167, %v166
  store <16 x float> %v168, ptr %acc71
  br label %r1.last
r1.last:
  %r1.next = add nsw i64 %r1, 1
  br label %r1.head
r1.done:
  %v169 = load <16 x float>, ptr %acc40
  %v170 = load <16 x float>, ptr %acc41
  %v171 = load <16 x float>, ptr %acc42
  %v172 = load <16 x float>, ptr %acc43
  %v173 = load <16 x float>, ptr %acc44
  %v174 = load <16 x float>, ptr %acc45
  %v175 = load <16 x float>, ptr %acc46
  %v176 = load <16 x float>, ptr %acc47
  %v177 = load <16 x float>, ptr %acc48
  %v178 = load <16 x float>, ptr %acc49
  %v179 = load <16 x float>, ptr %acc50
  %v180 = load <16 x float>, ptr %acc51
  %v181 = load <16 x float>, ptr %acc52
  %v182 = load <16 x float>, ptr %acc53
  %v183 = load <16 x float>, ptr %acc54
  %v184 = load <16 x float>, ptr %acc55
  %v185 = load <16 x float>, ptr %acc56
  %v186 = load <16 x float>, ptr %acc57
  %v187 = load <16 x float>, ptr %acc58
  %v188 = load <16 x float>, ptr %acc59
  %v189 = load <16 x float>, ptr %acc60
  %v190 = load <16 x float>, ptr %acc61
  %v191 = load <16 x float>, ptr %acc62
  %v192 = load <16 x float>, ptr %acc63
  %v193 = load <16 x float>, ptr %acc64
  %v194 = load <16 x float>, ptr %acc65
  %v195 = load <16 x float>, ptr %acc66
  %v196 = load <16 x float>, ptr %acc67
  %v197 = load <16 x float>, ptr %acc68
  %v198 = load <16 x float>, ptr %acc69
  %v199 = load <16 x float>, ptr %acc70
  %v200 = load <16 x float>, ptr %acc71
  %v201 = fadd contract <16 x float> %v169, %v170
  %v202 = fadd contract <16 x float> %v171, %v172
  %v203 = fadd contract <16 x float> %v201, %v202
  %v204 = fadd contract <16 x float> %v173, %v174
  %v205 = fadd contract <16 x float> %v175, %v176
  %v206 = fadd contract <16 x float> %v204, %v205
  %v207 = fadd contract <16 x float> %v203, %v206
  store <16 x float> %v207, ptr %v1, align 4
  %v208 = fadd contract <16 x float> %v177, %v178
  %v209 = fadd contract <16 x float> %v179, %v180
  %v210 = fadd contract <16 x float> %v208, %v209
  %v211 = fadd contract <16 x float> %v181, %v182
  %v212 = fadd contract <16 x float> %v183, %v184
  %v213 = fadd contract <16 x float> %v211, %v212
  %v214 = fadd contract <16 x float> %v210, %v213
  store <16 x float> %v214, ptr %v3, align 4
  %v215 = fadd contract <16 x float> %v185, %v186
  %v216 = fadd contract <16 x float> %v187, %v188
  %v217 = fadd contract <16 x float> %v215, %v216
  %v218 = fadd contract <16 x float> %v189, %v190
  %v219 = fadd contract <16 x float> %v191, %v192
  %v220 = fadd contract <16 x float> %v218, %v219
  %v221 = fadd contract <16 x float> %v217, %v220
  store <16 x float> %v221, ptr %v5, align 4
  %v222 = fadd contract <16 x float> %v193, %v194
  %v223 = fadd contract <16 x float> %v195, %v196
  %v224 = fadd contract <16 x float> %v222, %v223
  %v225 = fadd contract <16 x float> %v197, %v198
  %v226 = fadd contract <16 x float> %v199, %v200
  %v227 = fadd contract <16 x float> %v225, %v226
  %v228 = fadd contract <16 x float> %v224, %v227
  store <16 x float> %v228, ptr %v7, align 4
  br label %g0.last
g0.last:
  %g0.next = add nsw i64 %g0, 1
  br label %g0.head
g0.done:
  ret void
}
attributes #0 = { nounwind "prefer-vector-width"="512" }
